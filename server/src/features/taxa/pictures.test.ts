import { randomUUID } from 'node:crypto';
import { getTaxonPictures, LANGUAGES, listTaxonPictures, patchArticle, postTaxonImage, putArticleRevision } from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { declared, draft, makePhoto, save, storedId, upload } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

const OSTRICH = 1001;
const SWAN = 1002;

describe('the small pictures of a country', () => {
  let veld: TestServer;
  let anna: Person;
  let klara: Person;
  /** The version of the picture of a swan. */
  let version: string;
  beforeAll(async () => {
    veld = await testServer();
    anna = await person(veld, 'anna');
    klara = await person(veld, 'klara', { roles: ['curator'] });
    version = await illustrate(SWAN);
  });
  afterAll(() => veld.close());

  /** Gives a taxon the photo of a new record of anna's; returns the id of its file. */
  async function illustrate(taxon_id: number): Promise<string> {
    const photo = await makePhoto();
    await save(veld, anna, randomUUID(), draft({ taxon_id, media: [declared(photo)] }));
    await upload(veld, anna, photo);
    await veld.server.context.jobs.drain();
    const id = await storedId(veld, photo);
    const body = { image_url: `/api/media/${id}/512`, image_source: 'observation' };
    expect((await veld.call(postTaxonImage, { params: { taxonId: String(taxon_id) }, body }, klara.token)).status).toBe(200);
    return id;
  }
  const list = async (country: string, language = 'en') =>
    (await veld.call(listTaxonPictures, { params: { country } }, undefined, { 'accept-language': language })).body.data;
  const pictures = (ids: string) => veld.call(getTaxonPictures, { query: { ids } });

  it('are listed with their sizes, which are those of the pictures themselves', async () => {
    const image = Buffer.from(await (await veld.fetch(`/api/taxon/${SWAN}/image?size=128`)).arrayBuffer());
    expect((await list('NL')).pictures).toEqual([{ id: SWAN, version, bytes: image.length }]);
    // The swan does not live in South Africa.
    expect((await list('ZA')).pictures).toEqual([]);
    const { body } = await pictures(`${OSTRICH},${SWAN}`);
    expect(body.data.pictures).toEqual([{ id: SWAN, version, image: image.toString('base64') }]);
  });

  it('come with the size of the texts in the language of the caller', async () => {
    const sizes = await Promise.all(LANGUAGES.map(async (language) => (await list('NL', language)).text_bytes));
    expect(Math.min(...sizes)).toBeGreaterThan(10_000);
    expect(new Set(sizes).size).toBeGreaterThan(1);
    const hide = (is_hidden: boolean) => veld.call(patchArticle, { params: { slug: 'photos-plants' }, body: { is_hidden } }, klara.token);
    expect((await hide(true)).status).toBe(200);
    expect((await list('NL')).text_bytes, 'without an article that is hidden').toBeLessThan(sizes[LANGUAGES.indexOf('en')]! - 500);
    await hide(false);
    const text = Array.from({ length: 400 }, () => randomUUID()).join(' ');
    const written = { language: 'en', title: 'Plants', summary: 'What to photograph.', text, base: null } as const;
    expect(
      (await veld.call(putArticleRevision, { params: { slug: 'photos-plants', id: randomUUID() }, body: written }, klara.token)).status,
    ).toBe(200);
    const before = sizes[LANGUAGES.indexOf('en')]!;
    expect((await list('NL')).text_bytes - before, 'with what a curator wrote').toBeGreaterThan(500);
    expect((await list('NL', 'nl')).text_bytes, 'which is not in other languages').toBe(sizes[LANGUAGES.indexOf('nl')]);
  });

  it('have another version once another picture is chosen', async () => {
    const before = version;
    version = await illustrate(SWAN);
    expect(version).not.toBe(before);
    expect((await list('NL')).pictures).toMatchObject([{ id: SWAN, version }]);
    expect((await pictures(String(SWAN))).body.data.pictures).toMatchObject([{ id: SWAN, version }]);
  });

  it('are not given away once their owner has closed the account', async () => {
    await veld.db.updateTable('users').set({ erase_after: new Date() }).where('id', '=', anna.user.id).execute();
    expect((await list('NL')).pictures).toEqual([]);
    expect((await pictures(String(SWAN))).body.data.pictures).toEqual([]);
    await veld.db.updateTable('users').set({ erase_after: null }).where('id', '=', anna.user.id).execute();
  });

  it('are asked for by at most 40 ids', async () => {
    const ids = (count: number) => Array.from({ length: count }, (_, at) => at + 1).join(',');
    expect((await pictures(ids(40))).status).toBe(200);
    for (const wrong of [ids(41), '', 'x', '1,', '-1']) expect((await veld.fetch(`/api/taxonomy/pictures?ids=${wrong}`)).status).toBe(422);
    expect((await veld.fetch('/api/taxonomy/pictures')).status).toBe(422);
  });
});
