import { randomUUID } from 'node:crypto';
import { checkTaxonomyUpdates, deleteObservation, getTaxonImages, getTaxonomy, postTaxonImage, type TaxonomyPage } from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { declared, draft, makePhoto, save, storedId, type Photo, upload } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { parseMediaId } from '../taxa/image-address.ts';

const SWAN = 1002;
const OSTRICH = 1001;

describe('species images', () => {
  let veld: TestServer;
  let anna: Person;
  let klara: Person;
  let now = new Date('2026-06-01T10:00:00Z');
  beforeAll(async () => {
    veld = await testServer({ PUBLIC_URL: 'https://veld.example.org', IMAGES_NONCOMMERCIAL: '1' }, { now: () => now });
    anna = await person(veld, 'anna');
    klara = await person(veld, 'klara', { roles: ['curator'] });
  });
  afterAll(() => veld.close());

  /** Saves a record of a swan with a photo, uploads the photo and renders it. */
  const recorded = async (who: Person, change: Parameters<typeof draft>[0] = {}): Promise<{ photo: Photo; id: string }> => {
    const photo = await makePhoto();
    const id = randomUUID();
    expect((await save(veld, who, id, draft({ taxon_id: SWAN, media: [declared(photo)], ...change }))).status).toBe(200);
    await upload(veld, who, photo);
    await veld.server.context.jobs.drain();
    return { photo, id };
  };
  const choose = (who: Person, image_url: string, taxonId = SWAN) =>
    veld.call(postTaxonImage, { params: { taxonId: String(taxonId) }, body: { image_url, image_source: 'observation' } }, who.token);
  const version = async () => (await veld.call(checkTaxonomyUpdates, { query: {} })).body.data.last_updated_at;

  it('are chosen from photos of public records and served to everyone by this server', async () => {
    expect((await veld.fetch(`/api/taxon/${SWAN}/image`)).status).toBe(404);
    const { photo } = await recorded(anna, { license: 'CC-BY-NC-4.0' });
    const candidates = (await veld.call(getTaxonImages, { params: { taxonId: String(SWAN) } }, klara.token)).body;
    expect(candidates).toMatchObject({ image_sources: ['observation'], license_name: 'CC-BY-NC-4.0' });
    expect(candidates.images).toHaveLength(1);
    expect(candidates.images[0]).toMatchObject({ attribution: 'anna', license_name: 'CC-BY-NC-4.0' });
    expect((await veld.fetch(candidates.images[0]!.url)).status).toBe(200);

    const before = await version();
    const chosen = await choose(klara, candidates.images[0]!.url);
    expect(chosen.body.data).toEqual({
      taxon_id: SWAN,
      image_url: `/api/taxon/${SWAN}/image`,
      attribution: 'anna',
      license: 'CC-BY-NC-4.0',
    });

    // The delta contains this taxon, at once on this server.
    expect(await version()).not.toBe(before);
    const delta = (await veld.call(getTaxonomy, { query: { page: 1, languages: 'en,sci', since: before } })).body as TaxonomyPage;
    expect(delta.data).toMatchObject([{ id: SWAN, image_url: `/api/taxon/${SWAN}/image`, image_attribution: 'anna, CC-BY-NC-4.0' }]);

    const image = await veld.fetch(`/api/taxon/${SWAN}/image?size=128`);
    expect(image.status).toBe(200);
    expect(image.headers.get('content-type')).toBe('image/webp');
    expect(image.headers.get('cache-control')).toBe('public, no-cache');
    const bytes = Buffer.from(await image.arrayBuffer());
    expect(bytes.subarray(8, 12).toString()).toBe('WEBP');
    expect(
      (await veld.fetch(`/api/taxon/${SWAN}/image?size=128`, { headers: { 'if-none-match': image.headers.get('etag')! } })).status,
    ).toBe(304);
    expect((await veld.fetch(`/api/taxon/${SWAN}/image`)).headers.get('etag')).toBe(`"${await storedId(veld, photo)}-512"`);
    expect((await veld.fetch(`/api/taxon/${SWAN}/image?size=9`)).status).toBe(422);
    expect((await veld.fetch(`/api/taxon/${OSTRICH}/image`)).status).toBe(404);
  });

  it('can be an upload of the curator, with the host of this server in the address', async () => {
    const photo = await makePhoto();
    await upload(veld, klara, photo);
    await veld.server.context.jobs.drain();
    const candidates = (await veld.call(getTaxonImages, { params: { taxonId: String(OSTRICH) } }, klara.token)).body;
    expect(candidates.images).toMatchObject([{ source: 'upload', attribution: 'klara' }]);
    expect((await veld.fetch(candidates.images[0]!.url)).status).toBe(200);
    expect((await choose(klara, `https://veld.example.org/api/media/${photo.id}/512`, OSTRICH)).body.data).toMatchObject({
      attribution: 'klara',
      license: 'CC-BY-4.0',
    });
    expect((await veld.fetch(`/api/taxon/${OSTRICH}/image`)).status).toBe(200);
    expect((await choose(klara, `${veld.url}/api/media/${photo.id}/1600?e=1&s=x`, OSTRICH)).status).toBe(200);
  });

  it('cannot be photos of deleted records, uploads of others or images on other hosts', async () => {
    const { photo, id } = await recorded(anna);
    await veld.call(deleteObservation, { params: { id } }, anna.token);
    const hers = await makePhoto();
    await upload(veld, anna, hers);
    await veld.server.context.jobs.drain();
    const before = await version();
    const addresses = [
      `/api/media/${await storedId(veld, photo)}/512`,
      `/api/media/${await storedId(veld, hers)}/512`,
      `/api/media/${hers.id}/512`,
      `/api/media/${randomUUID()}/512`,
      `https://elsewhere.example.org/api/media/${hers.id}/512`,
      'https://elsewhere.example.org/swan.jpg',
      'http://169.254.169.254/latest/meta-data',
      'file:///etc/passwd',
      'javascript:alert(1)',
      '',
    ];
    for (const address of addresses) {
      const response = await choose(klara, address);
      expect(response.status, address).toBe(422);
      // What is elsewhere needs a credit first (sources.test.ts).
      expect(response.problem.errors, address).toHaveProperty(address.startsWith('http') ? 'credit' : 'image_url');
    }
    const candidates = (await veld.call(getTaxonImages, { params: { taxonId: String(SWAN) } }, klara.token)).body;
    const ids = [await storedId(veld, photo), await storedId(veld, hers)];
    expect(candidates.images.some((image) => ids.some((one) => image.url.includes(one)))).toBe(false);
    expect(await version()).toBe(before);
  });

  it('can only be chosen by curators, and only for existing taxa', async () => {
    const { photo } = await recorded(anna);
    const address = `/api/media/${await storedId(veld, photo)}/512`;
    const before = await version();
    expect((await choose(anna, address)).status).toBe(403);
    expect((await veld.call(getTaxonImages, { params: { taxonId: String(SWAN) } }, anna.token)).status).toBe(403);
    expect((await veld.call(getTaxonImages, { params: { taxonId: String(SWAN) } })).status).toBe(401);
    expect((await choose(klara, address, 99_998)).status).toBe(404);
    expect(await version()).toBe(before);
  });

  it('are identified by any form of address on this server, and by no other address', () => {
    const id = 'b0e4ad2a-6a0f-4a3c-b32f-0fb2f1a4c8a1';
    const hosts = ['veld.example.org', '127.0.0.1:3000'];
    expect(parseMediaId(`/api/media/${id}/512?e=1&s=2`, hosts)).toBe(id);
    expect(parseMediaId(`http://127.0.0.1:3000/api/media/${id}/original`, hosts)).toBe(id);
    for (const address of [
      `//evil.example.org/api/media/${id}/512`,
      `/\\evil.example.org/api/media/${id}/512`,
      `http://veld.example.org@evil.example.org/api/media/${id}/512`,
      `https://me:secret@veld.example.org/api/media/${id}/512`,
      `http://veld.example.org:81/api/media/${id}/512`,
      `/api/media/${id}/77`,
      `/api/media/../media/x/${id}/512`,
      `api/media/${id}/512`,
    ])
      expect(parseMediaId(address, hosts), address).toBeNull();
  });
});
