import { hash, randomUUID } from 'node:crypto';
import {
  getFeed,
  getObservation,
  listObservationChanges,
  listObservations,
  listSpecies,
  listSpeciesSeen,
  mapKey,
  obscuredCell,
  PERIODS,
  putIdentification,
  type PublicObservation,
} from '@veld/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { declared, draft, insertTaxa, makePhoto, passDay, save, TAXA, upload } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

const NOW = new Date('2026-06-02T10:30:00Z');

interface World {
  veld: TestServer;
  anna: Person;
  bram: Person;
  chen: Person;
}

async function makeWorld(): Promise<World> {
  const veld = await testServer({ SECRET_KEY: 'one key for both worlds, so that signatures match' }, { now: () => NOW });
  await insertTaxa(veld);
  return {
    veld,
    anna: await person(veld, 'anna', { community_opt_in: true }),
    bram: await person(veld, 'bram'),
    chen: await person(veld, 'chen'),
  };
}

/** All responses to bram that depend on anna's records, as path, status, headers and body. */
async function crawl({ veld, anna, bram, chen }: World, ids: string[]): Promise<string[]> {
  const countries = [undefined, 'NL', 'DE', 'BE', 'worldwide'] as const;
  const paths = [
    ...ids.flatMap((id) => [`/api/observations/${id}`, `/api/observations/${id}?period=today`, `/api/observations/${id}/identifications`]),
    '/api/feed?limit=50',
    '/api/public/counts',
    `/api/community/profile/${anna.user.id}`,
    '/api/observations/changes',
    ...countries.flatMap((country) => [
      `/api/feed?limit=20${country ? `&country=${country}` : ''}`,
      `/api/species?language=en${country ? `&country=${country}` : ''}`,
      `/api/community/users${country ? `?country=${country}` : ''}`,
      ...PERIODS.flatMap((period) => [
        `/api/observations?user_id=${anna.user.id}&period=${period}&limit=20${country ? `&country=${country}` : ''}`,
        `/api/observations?taxon_id=${TAXA.kingfisher.id}&period=${period}${country ? `&country=${country}` : ''}`,
        `/api/species-seen?user_id=${anna.user.id}&period=${period}${country ? `&location=${country}` : ''}`,
      ]),
    ]),
  ];
  const responses: string[] = [];
  for (const path of paths) {
    // Follows the pages of a list, which are added to the paths.
    const response = await veld.fetch(path, {
      headers: { authorization: `Bearer ${bram.token}`, 'accept-language': 'en', 'accept-encoding': 'identity' },
    });
    const headers = [...response.headers].filter(([name]) => name !== 'date' && name !== 'etag').map((entry) => entry.join(': '));
    const body = await response.text();
    // The ids of users differ between the worlds, so the ETag is compared with the bytes of the record instead.
    const etag = response.headers.get('etag');
    if (etag)
      expect(etag).toBe(`"${hash('sha256', JSON.stringify((JSON.parse(body) as { data: unknown }).data), 'base64url').slice(0, 22)}"`);
    const cursor = /"next_cursor":"([\w-]+)"/.exec(body)?.[1];
    if (cursor && !path.startsWith('/api/observations/changes')) paths.push(`${path.replace(/&cursor=.*/, '')}&cursor=${cursor}`);
    const text = `${path}\n${response.status}\n${headers.join('\n')}\n${body}`;
    responses.push(text.replaceAll(anna.user.id, 'ANNA').replaceAll(bram.user.id, 'BRAM').replaceAll(chen.user.id, 'CHEN'));
  }
  return responses;
}

describe('hidden places', () => {
  let a: World;
  let b: World;
  beforeAll(async () => {
    [a, b] = [await makeWorld(), await makeWorld()];
  });
  afterAll(() => Promise.all([a.veld.close(), b.veld.close()]));

  it('do not affect a single byte for others, within the same cell and month', async () => {
    const inside = fc.double({ min: 0.02, max: 0.98, noNaN: true });
    const secret = fc.record({
      up: inside,
      right: inside,
      day: fc.integer({ min: 1, max: 31 }),
      time: fc.constantFrom('00:05', '12:00', '23:55'),
      zone: fc.constantFrom('Europe/Amsterdam', 'Asia/Tokyo'),
      uncertainty: fc.constantFrom(null, 3, 4000),
      note: fc.string({ maxLength: 20, unit: 'grapheme-ascii' }),
      journey: fc.uuid({ version: 4 }),
      wet: fc.boolean(),
    });
    // At Vaals, in a cell with three countries; inland; at sea; near the antimeridian.
    const place = fc.constantFrom([50.7701, 6.0151], [52.0908, 5.1222], [54.2, 4.1], [-17.5, 179.98]);
    const cases = fc.sample(fc.tuple(place, fc.constantFrom('obscured' as const, 'private' as const), fc.boolean(), secret, secret), {
      numRuns: 24,
      seed: 20260517,
    });
    const ids: string[] = [];
    for (const [[latitude, longitude], geoprivacy, isEdited, one, two] of cases) {
      const id = randomUUID();
      ids.push(id);
      const shown = randomUUID();
      const cell = obscuredCell(latitude, longitude);
      for (const [world, truth] of [
        [a, one],
        [b, two],
      ] as const) {
        const body = draft({
          geoprivacy,
          latitude: cell.south + truth.up * (cell.north - cell.south),
          longitude: cell.west + truth.right * (cell.east - cell.west),
          observed_on: `2026-05-${String(truth.day).padStart(2, '0')}`,
          observed_time: truth.time,
          time_zone: truth.zone,
          coordinate_uncertainty_m: truth.uncertainty,
          private_notes: truth.note,
          journey_id: truth.journey,
          location_source: truth.wet ? 'gps' : 'map',
          attributes: { wet: truth.wet },
        });
        if (isEdited) await save(world.veld, world.anna, id, { ...body, geoprivacy: 'open', write_id: randomUUID() });
        expect((await save(world.veld, world.anna, id, body, isEdited ? 1 : undefined)).status).toBe(200);
        await save(world.veld, world.anna, shown, draft({ observed_on: '2026-05-16', notes: id }));
      }
      ids.push(shown);
    }
    // The time of saving of open records differs between the worlds.
    for (const world of [a, b])
      await sql`update observations set created_at = '2026-05-17T08:00:00Z', listed_at = '2026-05-17T08:00:00Z' where geoprivacy = 'open'`.execute(
        world.veld.db,
      );
    for (const world of [a, b]) await passDay(world.veld);
    const [seenInA, seenInB] = [await crawl(a, ids), await crawl(b, ids)];
    for (const [index, text] of seenInA.entries()) expect(seenInB[index]).toBe(text);
    expect(seenInA.filter((text) => text.includes('\n200\n')).length).toBeGreaterThan(100);
    // The records do differ for their owner.
    const own = async (world: World) =>
      (await world.veld.call(getObservation, { params: { id: ids[0]! } }, world.anna.token)).body.data.latitude;
    expect(await own(a)).not.toBe(await own(b));
  });

  it('do not reveal to others when or how often they were saved', async () => {
    const random = fc.record({ pauses: fc.integer({ min: 0, max: 40 }), edits: fc.integer({ min: 0, max: 3 }) });
    const hidden = fc.sample(fc.tuple(fc.constantFrom('obscured' as const, 'private' as const), random, random), { numRuns: 8, seed: 4 });
    const records = hidden.map((entry) => ({
      entry,
      id: randomUUID(),
      shown: randomUUID(),
      opinions: [randomUUID(), randomUUID()] as const,
    }));
    const identify = async (world: World, { id, opinions }: (typeof records)[number], isReversed: boolean) => {
      for (const at of isReversed ? ([1, 0] as const) : ([0, 1] as const)) {
        const params = { id, identification: opinions[at] };
        const { token } = at === 0 ? world.bram : world.chen;
        const said = await world.veld.call(
          putIdentification,
          { params, body: { taxon_id: TAXA.kingfisher.id, disagrees: false, comment: '' } },
          token,
        );
        expect(said.status).toBe(200);
      }
    };
    const saveHidden = async ({ veld, anna }: World, id: string, geoprivacy: 'obscured' | 'private', edits: number) => {
      for (let version = 0; version <= edits; version++) {
        const note = version === edits ? null : `draft ${version}`;
        const saved = await save(veld, anna, id, draft({ geoprivacy, observed_time: null, private_notes: note }), version || undefined);
        expect(saved.status).toBe(200);
      }
    };
    const saveShown = ({ veld, anna }: World, id: string) => save(veld, anna, id, draft({ notes: id }));
    for (const record of records) {
      const { entry, id, shown } = record;
      await saveHidden(a, id, entry[0], entry[1].edits);
      await identify(a, record, false);
      await saveShown(a, shown);
    }
    for (const { shown } of records) await saveShown(b, shown);
    for (const { entry, id } of records.toReversed()) await saveHidden(b, id, entry[0], entry[2].edits);
    for (const record of records.toReversed()) await identify(b, record, true);
    for (const { entry, id } of records)
      for (const [world, { pauses }] of [
        [a, entry[1]],
        [b, entry[2]],
      ] as const)
        await sql`update observations set created_at = created_at - ${pauses} * interval '1 hour' where id = ${id}`.execute(world.veld.db);
    for (const { veld } of [a, b]) {
      await passDay(veld);
      await sql`update observations set created_at = '2026-05-17T08:00:00Z', listed_at = '2026-05-17T08:00:00Z' where geoprivacy = 'open'`.execute(
        veld.db,
      );
    }
    const ids = records.map((record) => record.id);
    const [seenInA, seenInB] = [await crawl(a, ids), await crawl(b, ids)];
    expect(seenInB).toEqual(seenInA);
    expect(seenInA.some((text) => text.includes('cursor=') && text.includes(ids[0]!))).toBe(true);
  });

  it('enter lists and counts the next day, so that nobody sees them arrive', async () => {
    const { veld, anna, bram } = a;
    const before = await crawl(a, []);
    const id = randomUUID();
    const body = draft({ geoprivacy: 'obscured', taxon_id: TAXA.heron.id });
    await save(veld, anna, id, body);
    await save(veld, anna, id, { ...body, notes: 'edited', write_id: randomUUID() }, 1);
    expect(await crawl(a, [])).toEqual(before);
    const listed = async (who: Person) =>
      (await veld.call(listObservations, { query: { user_id: anna.user.id, limit: 100 } }, who.token)).body.data.some(
        (row) => row.id === id,
      );
    expect([await listed(bram), await listed(anna)]).toEqual([false, true]);
    await passDay(veld);
    expect(await listed(bram)).toBe(true);
  });

  it('are shown to others as the centre of the cell if obscured and not at all if private, with the month', async () => {
    const { veld, anna, bram } = a;
    const seen = async (geoprivacy: 'open' | 'obscured' | 'private', observedOn: string) => {
      const id = randomUUID();
      await save(veld, anna, id, draft({ geoprivacy, observed_on: observedOn, observed_time: null }));
      return (await veld.call(getObservation, { params: { id } }, bram.token)).body.data as PublicObservation;
    };
    const cell = obscuredCell(52.09083, 5.12222);
    expect(await seen('obscured', '2026-05-17')).toMatchObject({
      latitude: cell.latitude,
      longitude: cell.longitude,
      coordinate_uncertainty_m: cell.coordinate_uncertainty_m,
      country_code: 'NL',
      observed_on: '2026-05',
      observed_time: null,
      time_zone: null,
      created_at: null,
      is_obscured: true,
      // The nearest town as large as a cell; nothing smaller is named.
      place: { town: { name: 'Amsterdam' }, country_code: 'NL' },
    });
    expect(await seen('private', '2026-05-30/2026-06-02')).toMatchObject({
      latitude: null,
      longitude: null,
      coordinate_uncertainty_m: null,
      country_code: null,
      observed_on: '2026-05/2026-06',
      created_at: null,
      is_obscured: true,
      taxon_id: TAXA.kingfisher.id,
    });
    expect(await seen('obscured', '2026')).toMatchObject({ observed_on: '2026' });
    expect(await seen('private', '2024/2026-03')).toMatchObject({ observed_on: '2024-01/2026-03' });
    expect(await seen('open', '2024/2026-03')).toMatchObject({ observed_on: '2024/2026-03' });
    expect(await seen('open', '2026-05-17')).toMatchObject({ latitude: 52.09083, observed_on: '2026-05-17', is_obscured: false });
  });

  it('keep the same public point after edits within a cell', async () => {
    const { veld, anna, bram } = a;
    const id = randomUUID();
    const points = new Set<string>();
    let version = 0;
    for (const geoprivacy of ['obscured', 'private', 'obscured', 'obscured'] as const) {
      await save(veld, anna, id, draft({ geoprivacy, latitude: 52.01 + version / 50, longitude: 5.15 }), version || undefined);
      version += 1;
      const { latitude, longitude } = (await veld.call(getObservation, { params: { id } }, bram.token)).body.data;
      points.add(`${geoprivacy} ${latitude} ${longitude}`);
    }
    expect(points.size).toBe(2);
    const row = await veld.db
      .selectFrom('observations')
      .select(['map_key', 'public_latitude', 'public_longitude'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.map_key).toBe(mapKey(row.public_latitude!, row.public_longitude!));
  });

  it('leave no trace of coordinates, private notes and photo metadata in responses to others', async () => {
    const { veld, anna, bram } = b;
    const ids: string[] = [];
    const secrets: string[] = [];
    for (const geoprivacy of ['obscured', 'private'] as const) {
      const photo = await makePhoto();
      const id = randomUUID();
      ids.push(id);
      const [latitude, longitude] = geoprivacy === 'obscured' ? [52.37654321, 4.91234567] : [47.18765432, 8.34567891];
      const body = draft({
        geoprivacy,
        latitude,
        longitude,
        observed_on: '2026-05-03',
        observed_time: '04:17',
        private_notes: `canary-${geoprivacy}`,
        attributes: { hide: `attribute-${geoprivacy}` },
        journey_id: randomUUID(),
        location_id: randomUUID(),
        media: [declared(photo)],
      });
      await save(veld, anna, id, body);
      await upload(veld, anna, photo);
      const numbers = [latitude, longitude].flatMap((value) => [value.toFixed(3), String(value).slice(0, 6)]);
      secrets.push(
        ...numbers,
        '04:17',
        '2026-05-03',
        body.private_notes!,
        `attribute-${geoprivacy}`,
        body.journey_id!,
        body.location_id!,
        photo.sha256,
        String(mapKey(latitude, longitude)),
      );
      secrets.push(Buffer.from(String(latitude)).toString('base64').slice(0, 8));
    }
    await veld.context.jobs.drain();
    const texts = await crawl(b, ids);
    expect(texts.some((text) => text.includes('/api/media/'))).toBe(true);
    for (const text of texts) for (const secret of secrets) expect(text.includes(secret), `${secret} in ${text.slice(0, 80)}`).toBe(false);
    for (const id of ids) {
      const { media } = (await veld.call(getObservation, { params: { id } }, bram.token)).body.data;
      const bytes = Buffer.from(await (await veld.fetch(media[0]!.urls![1600])).arrayBuffer());
      for (const word of ['Exif', 'GPS', 'Canary-Cam-7', 'Anna Geheim']) expect(bytes.includes(word)).toBe(false);
    }
  });

  it('are found by their public place only, not by their true place', async () => {
    const { veld, bram } = a;
    const chen = await person(veld, 'dora');
    // In the Netherlands, in a cell that is partly in Germany and Belgium.
    await save(veld, chen, randomUUID(), draft({ geoprivacy: 'obscured', latitude: 50.7701, longitude: 6.0151, taxon_id: TAXA.moss.id }));
    await save(veld, chen, randomUUID(), draft({ geoprivacy: 'private', taxon_id: TAXA.heron.id }));
    await passDay(veld);
    for (const country of ['NL', 'DE', 'BE']) {
      expect((await veld.call(listObservations, { query: { user_id: chen.user.id, country } }, bram.token)).body.data).toEqual([]);
      expect((await veld.call(listSpeciesSeen, { query: { user_id: chen.user.id, location: country } }, bram.token)).body).toEqual([]);
    }
    expect((await veld.call(listSpecies, { query: { country: 'NL' } }, bram.token)).body).not.toHaveProperty('Bryum examplis');
    expect((await veld.call(listSpeciesSeen, { query: { user_id: chen.user.id } }, bram.token)).body).toEqual([
      TAXA.heron.id,
      TAXA.moss.id,
    ]);
    expect((await veld.call(listObservations, { query: { user_id: chen.user.id, country: 'NL' } }, chen.token)).body.data).toHaveLength(2);
    expect((await veld.call(listSpeciesSeen, { query: { location: 'NL' } }, chen.token)).body).toEqual([TAXA.heron.id, TAXA.moss.id]);
    const feed: PublicObservation[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { body }: { body: { data: PublicObservation[]; next_cursor: string | null } } = await veld.call(
        getFeed,
        { query: { limit: 50, ...(cursor ? { cursor } : {}) } },
        bram.token,
      );
      feed.push(...body.data.filter((row) => row.user.id === chen.user.id));
      cursor = body.next_cursor;
    }
    expect(new Set(feed.map((row) => row.latitude))).toEqual(new Set([null, obscuredCell(50.7701, 6.0151).latitude]));
    expect((await veld.call(listObservationChanges, {}, bram.token)).body.data).toEqual([]);
  });
});
