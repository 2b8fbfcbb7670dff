import { randomUUID } from 'node:crypto';
import { deletePlacePhoto, getPublicPlace, MAX_PLACE_PHOTOS, putPlacePhoto } from '@veld/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { person, type Person } from '../../testing/people.ts';
import { addPublicPlace, ringsOfBox } from '../../testing/public-places.ts';
import { makePhoto, PHOTO_SECRETS } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { removePublicPlaces } from '../geo/public-places.ts';

describe('photos of a public place', () => {
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  let picture: string;
  let place: string;
  beforeAll(async () => {
    veld = await testServer({ ALLOW_BROWSING: '1' });
    bram = await person(veld, 'bram');
    picture = (await makePhoto({ width: 2400, height: 1200, orientation: 1 })).bytes.toString('base64');
  });
  afterAll(() => veld.close());
  let number = 0;
  beforeEach(async () => {
    anna = await person(veld, `anna${(number += 1)}`);
    const id = randomUUID();
    place = await addPublicPlace(veld, [ringsOfBox(5, 52, 5.1, 52.1)], { id, from: { owner: anna.user.id, savedPlace: id } });
  });

  const add = async (id: string, { who = anna, to = place, caption = '' } = {}) =>
    (await veld.call(putPlacePhoto, { params: { id: to, photo: id }, body: { picture, caption, license: 'CC-BY-4.0' } }, who.token)).status;
  const shown = async (who = bram) => (await veld.call(getPublicPlace, { params: { id: place } }, who.token)).body.data.photos;
  const get = (path: string) => veld.fetch(path);

  it('are shown to everybody in two sizes and the order in which they were added, without what the file says of its place', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    expect(await add(first, { caption: 'The hide' })).toBe(204);
    expect(await add(second)).toBe(204);
    expect(await add(first, { caption: 'Another' }), 'repeated').toBe(204);
    const photos = await shown();
    expect(photos).toMatchObject([
      { id: first, caption: 'The hide', license: 'CC-BY-4.0', width: 1600, height: 800, creator: null },
      { id: second, caption: '' },
    ]);
    expect((await shown(anna))[0]?.creator).toBe(anna.user.name);
    for (const [path, width] of [
      [photos[0]!.url, 512],
      [photos[0]!.large_url, 1600],
    ] as const) {
      const response = await get(path);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
      const bytes = Buffer.from(await response.arrayBuffer());
      const metadata = await sharp(bytes).metadata();
      expect([metadata.width, metadata.exif]).toEqual([width, undefined]);
      expect(bytes.includes(PHOTO_SECRETS.camera)).toBe(false);
    }
  });

  it('are added and removed by its person alone, and at most eight', async () => {
    const ids = Array.from({ length: MAX_PLACE_PHOTOS }, () => randomUUID());
    expect(await add(ids[0]!, { who: bram })).toBe(404);
    expect(await add(ids[0]!, { to: randomUUID() })).toBe(404);
    for (const id of ids) expect(await add(id)).toBe(204);
    expect(await add(randomUUID())).toBe(422);
    expect(await add(ids[3]!), 'repeated').toBe(204);
    const remove = async (who: Person) => (await veld.call(deletePlacePhoto, { params: { id: place, photo: ids[0]! } }, who.token)).status;
    expect(await remove(bram)).toBe(204);
    expect(await shown()).toHaveLength(8);
    expect(await remove(anna)).toBe(204);
    expect((await shown()).map(({ id }) => id)).toEqual(ids.slice(1));
    const other = await addPublicPlace(veld, [ringsOfBox(6, 52, 6.1, 52.1)], { from: { owner: anna.user.id, savedPlace: randomUUID() } });
    expect(await add(ids[1]!, { to: other })).toBe(409);
  });

  it('are on the page for visitors, and the first is the preview of links to it', async () => {
    const preview = async () => {
      const html = await (await get(`/places/${place}`)).text();
      const address = /property="og:image" content="([^"]+)"/.exec(html)![1]!.replaceAll('&amp;', '&');
      const bytes = Buffer.from(await (await get(new URL(address).pathname + new URL(address).search)).arrayBuffer());
      const { dominant } = await sharp(bytes).extract({ left: 100, top: 20, width: 200, height: 100 }).stats();
      return { html, red: dominant.r > 150 };
    };
    expect(await preview()).toMatchObject({ red: false });
    await add(randomUUID(), { caption: 'The hide' });
    const [photo] = await shown();
    const { html, red } = await preview();
    expect(red).toBe(true);
    expect(html).toContain(`src="${photo!.url}"`);
    expect(html).toContain('alt="The hide"');
    expect(html).toMatch(new RegExp(`"@type":"ImageObject","contentUrl":"[^"]+${photo!.url}"`));
  });

  it('are no photos if they are no pictures', async () => {
    const body = { picture: Buffer.from('no picture').toString('base64'), caption: '', license: null };
    const { status } = await veld.call(putPlacePhoto, { params: { id: place, photo: randomUUID() }, body }, anna.token);
    expect(status).toBe(422);
    expect(await shown()).toEqual([]);
  });

  it('go with the place, and are not shown while the operator has taken it off', async () => {
    await add(randomUUID());
    const [photo] = await shown();
    await veld.db.updateTable('public_places').set({ hidden_at: new Date() }).where('id', '=', place).execute();
    expect((await get(photo!.url)).status).toBe(404);
    await removePublicPlaces(veld.db, anna.user.id);
    expect(await veld.db.selectFrom('place_photos').select('id').where('place_id', '=', place).execute()).toEqual([]);
  });
});
