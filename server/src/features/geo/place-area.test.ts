import { randomUUID } from 'node:crypto';
import {
  getFeed,
  getMapSummary,
  listCommunityUsers,
  listObservations,
  listSpeciesSeen,
  mapKey,
  obscuredCell,
  putSavedPlace,
  type SavedPlace,
} from '@veld/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tileAt } from '../../testing/map-tiles.ts';
import { type Person, person } from '../../testing/people.ts';
import { draft, insertTaxa, passDay, save, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { areaOfQuery, isAtPlace } from './place-area.ts';

type PlaceBody = Omit<SavedPlace, 'id'>;
const POINT = { name: 'Marsh', kind: 'patch', latitude: 52.09, longitude: 5.12, uncertainty_m: null, notes: '' } as const;
const box = (west: number, south: number, east: number, north: number): [number, number][] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];
const CELL = obscuredCell(52.09, 5.12);

describe('a saved place as a filter', () => {
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  let names = 0;
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld);
    anna = await person(veld, 'anna', { community_opt_in: true });
    bram = await person(veld, 'bram', { community_opt_in: true });
  });
  afterAll(() => veld.close());

  async function placeOf(who: Person, change: object): Promise<string> {
    const id = randomUUID();
    names += 1;
    const body = { ...POINT, name: `place ${names}`, ...change } as PlaceBody;
    expect((await veld.call(putSavedPlace, { params: { id }, body }, who.token)).status).toBe(204);
    return id;
  }
  const polygon = (...rings: [number, number][][]) => ({ geometry: { type: 'Polygon', coordinates: rings } });
  async function record(who: Person, change: Parameters<typeof draft>[0]): Promise<string> {
    const id = randomUUID();
    expect((await save(veld, who, id, draft(change))).status).toBe(200);
    return id;
  }
  const feed = async (who: Person, place_id: string) =>
    (await veld.call(getFeed, { query: { place_id, limit: '50' as never } }, who.token)).body.data.map(({ id }) => id);

  it('is not found if it belongs to another person, like one that does not exist', async () => {
    const place_id = await placeOf(bram, {});
    for (const [route, query] of [
      [getFeed, { place_id }],
      [listObservations, { place_id }],
      [listCommunityUsers, { place_id }],
      [listSpeciesSeen, { place_id }],
      [getMapSummary, { place_id, west: 5, south: 52, east: 5.2, north: 52.2 }],
    ] as const) {
      const replies = [place_id, randomUUID()].map((id) => veld.call(route, { query: { ...query, place_id: id } }, anna.token));
      const [theirs, none] = await Promise.all(replies);
      expect([theirs!.status, none!.status]).toEqual([404, 404]);
      expect(theirs!.problem).toEqual(none!.problem);
    }
  });

  it('shows the records in an area and not in its hole, along a line, and around a point, each person’s own also if hidden', async () => {
    const chen = await person(veld, 'chen');
    const inside = await record(anna, { latitude: 10.05, longitude: 20.02 });
    const inHole = await record(anna, { latitude: 10.05, longitude: 20.05 });
    const outside = await record(anna, { latitude: 10.2, longitude: 20.05 });
    const hidden = await record(anna, { latitude: 10.05, longitude: 20.03, geoprivacy: 'obscured' });
    const secret = await record(anna, { latitude: 10.05, longitude: 20.03, geoprivacy: 'private' });
    await passDay(veld);
    const shape = polygon(box(20.01, 10.01, 20.09, 10.09), box(20.04, 10.04, 20.06, 10.06));
    const where = { latitude: 10.02, longitude: 20.02 };
    const [annas, chens] = [await placeOf(anna, { ...where, ...shape }), await placeOf(chen, { ...where, ...shape })];
    expect((await feed(chen, chens)).toSorted()).toEqual([inside]);
    expect((await feed(anna, annas)).toSorted()).toEqual([inside, hidden, secret].toSorted());

    const line = [
      [20.02, 10.0504],
      [20.05, 10.0504],
    ];
    const along = await placeOf(chen, { ...where, geometry: { type: 'LineString', coordinates: line } });
    expect((await feed(chen, along)).toSorted()).toEqual([inside, inHole].toSorted());
    const around = { latitude: 10.1, longitude: 20.05 };
    expect(await feed(chen, await placeOf(chen, around))).toEqual([]);
    expect(await feed(chen, await placeOf(chen, { ...around, uncertainty_m: 5600 }))).toEqual([inHole]);
    expect((await feed(chen, await placeOf(chen, { ...around, uncertainty_m: 12_000 }))).includes(outside)).toBe(true);
    // A circle that is no saved place shows the same, in every list.
    const circle = { ...around, radius_km: 5.6 };
    const ids = ({ body }: { body: { data: readonly { id: string }[] } }) => body.data.map(({ id }) => id);
    expect(ids(await veld.call(getFeed, { query: circle }, chen.token))).toEqual([inHole]);
    expect(ids(await veld.call(listObservations, { query: { ...circle, user_id: anna.user.id } }, chen.token))).toEqual([inHole]);
    const species = await veld.call(listSpeciesSeen, { query: { ...circle, user_id: anna.user.id } }, chen.token);
    expect(species.body).toEqual([TAXA.kingfisher.id]);
    expect((await veld.call(listCommunityUsers, { query: circle }, chen.token)).body.totals.observations).toBe(1);
    const view = { west: 20, south: 10, east: 20.2, north: 10.3 };
    expect((await veld.call(getMapSummary, { query: { ...circle, ...view } }, chen.token)).body.data.records).toMatchObject({ count: 1 });
    // Both, or half a circle, is a mistake of the client; visitors have no areas.
    expect((await veld.call(getFeed, { query: { ...circle, place_id: chens } }, chen.token)).status).toBe(422);
    expect((await veld.call(listSpeciesSeen, { query: { latitude: 10.1 } }, chen.token)).status).toBe(422);
    expect((await veld.call(getMapSummary, { query: { ...circle, ...view } })).status).toBe(401);

    const seen = async (user_id: string) => (await veld.call(listSpeciesSeen, { query: { user_id, place_id: chens } }, chen.token)).body;
    expect(await seen(anna.user.id)).toEqual([TAXA.kingfisher.id]);
    expect(await seen(bram.user.id)).toEqual([]);
    const { data, totals } = (await veld.call(listCommunityUsers, { query: { place_id: chens } }, chen.token)).body;
    expect(data.map(({ name, observations, species }) => [name, observations, species])).toEqual([
      ['anna', 1, 1],
      ['chen', 0, 0],
    ]);
    expect(totals).toEqual({ people: 1, observations: 1, species: 1 });
  });

  it('shows what lies in an area, on a line and in a circle across the antimeridian, and not the rest of the world', async () => {
    const chen = await person(veld, 'dina');
    const at = (longitude: number, latitude = -17) => record(anna, { latitude, longitude });
    const [west, east, edge, otherEdge] = [await at(179.95), await at(-179.95), await at(180), await at(-180)];
    const [beyond, europe] = [await at(-179.7), await at(5)];
    const far = [beyond, europe];
    const hidden = await record(anna, { latitude: -17, longitude: 180, geoprivacy: 'obscured' });
    await passDay(veld);
    const where = { latitude: -17, longitude: 180 };
    const near = [west, east, edge, otherEdge].toSorted();
    const across = await placeOf(chen, { ...where, ...polygon(box(179.9, -17.1, -179.9, -16.9)) });
    const found = await feed(chen, across);
    expect(found.filter((id) => far.includes(id))).toEqual([]);
    expect(found.filter((id) => id !== hidden).toSorted()).toEqual(near);
    const cell = obscuredCell(-17, 180);
    const whole = box(179.8, cell.south - 0.1, -179.8, cell.north + 0.1);
    expect((await feed(chen, await placeOf(chen, { ...where, ...polygon(whole) }))).toSorted()).toEqual([...near, hidden].toSorted());
    const line = {
      type: 'LineString',
      coordinates: [
        [179.9, -17],
        [-179.9, -17],
      ],
    };
    expect((await feed(chen, await placeOf(chen, { ...where, geometry: line }))).toSorted()).toEqual(near);
    for (const longitude of [180, -180]) {
      const around = await placeOf(chen, { latitude: -17, longitude, uncertainty_m: 12_000 });
      expect((await feed(chen, around)).filter((id) => id !== hidden).toSorted()).toEqual(near);
    }
  });

  it('shows an obscured record of others only where all of its cell lies in the area, and a private one nowhere', async () => {
    const hidden = await record(bram, { geoprivacy: 'obscured' });
    const secret = await record(bram, { geoprivacy: 'private' });
    await passDay(veld);
    const { west, south, east, north } = CELL;
    const whole = box(west - 0.001, south - 0.001, east + 0.001, north + 0.001);
    const without = [
      polygon(box(west + 0.001, south - 0.001, east + 0.001, north + 0.001)),
      polygon(box(5.122, 52.09, 5.123, 52.091)),
      polygon(whole, box(west + 0.002, south + 0.002, west + 0.003, south + 0.003)),
      {
        geometry: {
          type: 'LineString',
          coordinates: [
            [west, 52.09083],
            [east, 52.09083],
          ],
        },
      },
      { latitude: 52.09083, longitude: 5.12222, uncertainty_m: 5000 },
    ];
    for (const shape of without) expect(await feed(anna, await placeOf(anna, shape)), JSON.stringify(shape)).not.toContain(hidden);
    for (const shape of [
      polygon(whole),
      { latitude: CELL.latitude, longitude: CELL.longitude, uncertainty_m: CELL.coordinate_uncertainty_m + 20 },
    ]) {
      const shown = await feed(anna, await placeOf(anna, shape));
      expect(shown).toContain(hidden);
      expect(shown).not.toContain(secret);
    }
  });

  it('changes no byte of a reply when the true point of a hidden record moves within its cell', async () => {
    const cell = obscuredCell(-17.55, 179.94);
    const key = mapKey(cell.latitude, cell.longitude);
    const mapPaths = [
      ...[0, 9, 13].flatMap((z) => {
        const tile = `/api/map/tiles/${tileAt(z, cell.latitude, cell.longitude).join('/')}`;
        return [`${tile}?`, `${tile}?layer=effort&`];
      }),
      `/api/map/cells/7/${Math.floor(key / 4 ** 19)}?`,
      `/api/map/cells/26/${key}?obscured=1&`,
    ];
    const dora = await person(veld, 'dora', { community_opt_in: true });
    const shapes = [
      polygon(box(cell.west, cell.south, (cell.west + cell.east) / 2, cell.north)),
      polygon(box(cell.west - 0.01, cell.south - 0.01, 180, cell.north + 0.01)),
      { latitude: cell.south + 0.02, longitude: cell.west + 0.02, uncertainty_m: 1500 },
      {
        geometry: {
          type: 'LineString',
          coordinates: [
            [cell.west, cell.south],
            [cell.east, cell.north],
          ],
        },
      },
    ];
    const places = await Promise.all(
      shapes.map((shape) => placeOf(anna, { latitude: cell.latitude, longitude: cell.longitude, ...shape })),
    );
    const id = randomUUID();
    const replies: string[] = [];
    for (const [version, part] of [0.1, 0.5, 0.9].entries()) {
      const at = { latitude: cell.south + part * 0.1, longitude: cell.west + part * (cell.east - cell.west) };
      expect((await save(veld, dora, id, draft({ ...at, geoprivacy: 'obscured' }), version || undefined)).status).toBe(200);
      if (version === 0) await passDay(veld);
      const texts: string[] = [];
      for (const place of places)
        for (const path of [
          `/api/feed?place_id=${place}`,
          `/api/observations?user_id=${dora.user.id}&place_id=${place}`,
          `/api/species-seen?user_id=${dora.user.id}&place_id=${place}`,
          `/api/community/users?place_id=${place}`,
          `/api/map/summary?west=179&south=-18&east=180&north=-17&content=1&place_id=${place}`,
          ...mapPaths.map((mapPath) => `${mapPath}place_id=${place}`),
        ]) {
          const reply = await veld.fetch(path, { headers: { authorization: `Bearer ${anna.token}` } });
          const headers = [...reply.headers].filter(([name]) => name !== 'date').map((entry) => entry.join(': '));
          texts.push([path, reply.status, ...headers, await reply.text()].join('\n'));
        }
      replies.push(texts.join('\n\n'));
    }
    expect(new Set(replies).size).toBe(1);
    expect(replies[0]).toContain(id);
  });

  it('takes the cells of the obscuring grid as the contract has them', async () => {
    const area = await areaOfQuery(veld.db, anna.user.id, { place_id: await placeOf(anna, {}) });
    for (const [latitude, longitude] of [
      [52.09, 5.12],
      [0.01, 0.01],
      [-33.95, 151.2],
      [71.2, -179.99],
      [84.9, 179.9],
    ] as const) {
      const cell = obscuredCell(latitude, longitude);
      const lies = async (grow: number) => {
        const ring = box(cell.west - grow, cell.south - grow, cell.east + grow, cell.north + grow);
        const within = isAtPlace({ ...area!, geometry: { type: 'Polygon', coordinates: [ring] } }, anna.user.id);
        const { rows } = await sql<{ is_in: boolean }>`select ${within} as is_in from (select ${bram.user.id}::uuid as user_id,
          null::uuid as location_id, 'obscured' as geoprivacy, null::float8 as latitude, null::float8 as longitude,
          ${cell.latitude}::float8 as public_latitude, ${cell.longitude}::float8 as public_longitude,
          ${mapKey(cell.latitude, cell.longitude)}::bigint as map_key) o`.execute(veld.db);
        return rows[0]!.is_in;
      };
      expect([latitude, await lies(0.0001), await lies(-0.0001)]).toEqual([latitude, true, false]);
    }
  });
});
