import { randomUUID } from 'node:crypto';
import {
  deleteEmptyObservations,
  listObservationChanges,
  listSpecies,
  listSpeciesCountries,
  listSpeciesNames,
  listSpeciesSeen,
} from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { declared, draft, insertTaxa, makePhoto, storedId, save, TAXA, upload } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

describe('species', () => {
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  beforeAll(async () => {
    veld = await testServer({}, { now: () => new Date('2026-05-17T10:30:00Z') });
    await insertTaxa(veld);
    await insertTaxa(veld, [
      { id: 900_021, scientific_name: 'Ficus communis', group: 'mollusc', names: { en: 'Example fig' } },
      { id: 900_022, scientific_name: 'Ficus communis', group: 'tree', names: { en: 'Example fig' } },
      { id: 900_023, scientific_name: 'Alcedo vetus', names: { en: 'Old kingfisher' }, accepted_id: TAXA.kingfisher.id, is_deleted: true },
    ]);
    anna = await person(veld, 'anna');
    bram = await person(veld, 'bram');
  });
  afterAll(() => veld.close());

  const species = async (query: object = {}, token?: string, language = 'en') =>
    (await veld.call(listSpecies, { query }, token, { 'accept-language': language })).body;
  const tick = (taxonId: number) => ({ taxon_id: taxonId, write_id: randomUUID() });

  it('are a map of name to id, with names in the caller’s language, else English, else scientific', async () => {
    const dutch = await species({}, undefined, 'nl');
    expect(dutch).toMatchObject({ Voorbeeldijsvogel: TAXA.kingfisher.id, 'Example heron': TAXA.heron.id, 'Bryum examplis': TAXA.moss.id });
    expect(dutch).not.toHaveProperty('Example kingfisher');
    expect(await species()).toHaveProperty('Example kingfisher', TAXA.kingfisher.id);
    expect(await species()).not.toHaveProperty('Old kingfisher');
  });

  it('have the countries whose lists they are on, the commonest first, also under the id of a merged taxon', async () => {
    await veld.db
      .insertInto('taxon_countries')
      .values([
        { country_code: 'ZA', taxon_id: TAXA.kingfisher.id, rarity_class: 4 },
        { country_code: 'XK', taxon_id: TAXA.kingfisher.id, rarity_class: 3, observed_rarity: 5 },
      ])
      .execute();
    const countries = async (id: number) => (await veld.call(listSpeciesCountries, { params: { id: String(id) } })).body.data;
    const found = (await countries(TAXA.kingfisher.id)).filter(({ country_code: code }) => ['ZA', 'XK'].includes(code));
    expect(found).toEqual([
      { country_code: 'ZA', rarity_class: 4, statuses: [] },
      { country_code: 'XK', rarity_class: 5, statuses: [] },
    ]);
    expect(await countries(900_023)).toEqual(await countries(TAXA.kingfisher.id));
    expect(await countries(900_022)).toEqual([]);
  });

  it('have names with the lists that they come from, also under the id of a merged taxon', async () => {
    await veld.db
      .insertInto('taxon_names')
      .values([
        { taxon_id: TAXA.kingfisher.id, language: 'sci', name: 'Alcedo vetus', is_preferred: false, source: 'IOC' },
        { taxon_id: TAXA.kingfisher.id, language: 'en', name: 'Blue fisher', is_preferred: false, source: 'IOC' },
      ])
      .execute();
    const names = async (id: number) => (await veld.call(listSpeciesNames, { params: { id: String(id) } })).body.data;
    expect(await names(TAXA.kingfisher.id)).toEqual([
      { language: 'en', name: 'Example kingfisher', is_preferred: true, source: 'starter' },
      { language: 'en', name: 'Blue fisher', is_preferred: false, source: 'IOC' },
      { language: 'nl', name: 'Voorbeeldijsvogel', is_preferred: true, source: 'starter' },
      { language: 'sci', name: 'Alcedo vetus', is_preferred: false, source: 'IOC' },
    ]);
    expect(await names(900_023)).toEqual(await names(TAXA.kingfisher.id));
    await veld.db.deleteFrom('taxon_names').where('source', '=', 'IOC').execute();
  });

  it('are distinguished by a group label if they share a name', async () => {
    const all = await species();
    expect(all).toMatchObject({ 'Example fig (Molluscs)': 900_021, 'Example fig (Trees and shrubs)': 900_022 });
    expect(all).not.toHaveProperty('Example fig');
  });

  it('are listed for a country if they were recorded there, and with external=1 also if lists have them', async () => {
    expect(await species({ country: 'NL' })).toEqual({});
    const listed = await species({ country: 'NL', external: '1' });
    expect(listed).toMatchObject({ 'Example kingfisher': TAXA.kingfisher.id, 'Example heron': TAXA.heron.id });
    expect(listed).not.toHaveProperty('Bryum examplis');
    await save(veld, anna, randomUUID(), draft({ taxon_id: TAXA.moss.id }));
    expect(await species({ country: 'NL' })).toEqual({ 'Bryum examplis': TAXA.moss.id });
    expect(await species({ country: 'NL', external: '1' })).toHaveProperty('Bryum examplis');
    expect(await species({ country: 'ZA' })).toEqual({});
  });

  it('count as having an image with a photo of the caller or a curated image', async () => {
    expect(await species({ country: 'NL', external: '1', with_image: '1' }, anna.token)).toEqual({});
    const photo = await makePhoto();
    await save(veld, anna, randomUUID(), draft({ taxon_id: TAXA.heron.id, media: [declared(photo)] }));
    await upload(veld, anna, photo);
    expect(await species({ with_image: '1' }, anna.token)).toEqual({});
    await veld.context.jobs.drain();
    expect(await species({ with_image: '1' }, anna.token)).toEqual({ 'Example heron': TAXA.heron.id });
    expect(await species({ with_image: '1' }, bram.token)).toEqual({});
    expect(await species({ with_image: '1' })).toEqual({});
    await veld.db
      .updateTable('taxa')
      .set({ image_media_id: await storedId(veld, photo) })
      .where('id', '=', TAXA.moss.id)
      .execute();
    expect(await species({ with_image: '1' }, bram.token)).toEqual({ 'Bryum examplis': TAXA.moss.id });
  });

  it('seen include ticks for the caller, and only public records for others, by country and period', async () => {
    const chen = await person(veld, 'chen');
    await save(veld, chen, randomUUID(), tick(TAXA.moss.id));
    await save(veld, chen, randomUUID(), draft({ taxon_id: TAXA.heron.id, latitude: 50.85, longitude: 4.35, observed_on: '2026-05-17' }));
    await save(veld, chen, randomUUID(), draft({ taxon_id: TAXA.kingfisher.id, observed_on: '2025-05-17' }));
    const seen = async (query: object, who: Person) => (await veld.call(listSpeciesSeen, { query }, who.token)).body;
    expect(await seen({}, chen)).toEqual([TAXA.kingfisher.id, TAXA.heron.id, TAXA.moss.id]);
    expect(await seen({ user_id: chen.user.id }, chen)).toHaveLength(3);
    expect(await seen({ user_id: chen.user.id }, bram)).toEqual([TAXA.kingfisher.id, TAXA.heron.id]);
    expect(await seen({ location: 'BE' }, chen)).toEqual([TAXA.heron.id]);
    expect(await seen({ period: 'this_year' }, chen)).toEqual([TAXA.heron.id]);
    expect(await seen({ period: 'previous_year', user_id: chen.user.id }, bram)).toEqual([TAXA.kingfisher.id]);
    expect(await seen({ user_id: randomUUID() }, bram)).toEqual([]);
  });

  it('lose only the caller’s ticks, and devices get tombstones', async () => {
    const dora = await person(veld, 'dora');
    const [first, second, record, other] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    await save(veld, dora, first, tick(TAXA.moss.id));
    await save(veld, dora, second, tick(TAXA.moss.id));
    await save(veld, dora, record, draft({ taxon_id: TAXA.moss.id }));
    await save(veld, bram, other, tick(TAXA.moss.id));
    const { next_cursor: cursor } = (await veld.call(listObservationChanges, {}, dora.token)).body;
    const remove = () => veld.call(deleteEmptyObservations, { params: { id: String(TAXA.moss.id) } }, dora.token);
    expect((await remove()).body).toEqual({ data: { deleted: 2 } });
    expect((await remove()).body).toEqual({ data: { deleted: 0 } });
    const changes = (await veld.call(listObservationChanges, { query: { cursor } }, dora.token)).body.data;
    expect(changes.every((change) => 'deleted' in change)).toBe(true);
    expect(changes.map((change) => change.id).toSorted()).toEqual([first, second].toSorted());
    const left = await veld.db
      .selectFrom('observations')
      .select('id')
      .where('id', 'in', [record, other])
      .where('deleted_at', 'is', null)
      .execute();
    expect(left).toHaveLength(2);
  });
});
