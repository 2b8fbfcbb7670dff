import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TaxonomyReader } from './reader';
import { answerRequest } from './requests';
import { Device, flock, remoteTaxon } from './testing';

let bram: Device;

beforeEach(() => {
  bram = new Device();
  bram.session.country = 'NL';
  bram.server.pageSize = 2;
  bram.server.taxa = [
    remoteTaxon(1, { sci: 'Parus major', nl: 'Koolmees', en: 'Great Tit' }),
    remoteTaxon(2, { sci: 'Panthera leo', nl: 'Leeuw', en: 'Lion' }),
    remoteTaxon(3, { sci: 'Alauda arvensis', nl: 'Veldleeuwerik' }),
    remoteTaxon(4, { sci: 'Parus', nl: 'Echte mezen' }, { rank: 'genus' }),
  ];
  bram.server.countries = { NL: [1, 3] };
});

afterEach(async () => {
  vi.useRealTimers();
  await bram.db.delete();
});

describe('searching the copies on the device', () => {
  it('returns the hits of the country first, then of the world', async () => {
    await bram.tab('one').tick();
    const reader = new TaxonomyReader(bram.db);
    expect((await reader.searchTaxa('leeuw')).map(({ id }) => id)).toEqual([2, 3]);
    expect((await reader.searchTaxa('leeu')).map(({ id }) => id)).toEqual([3, 2]);
    expect((await reader.searchTaxa('leeu', { limit: 1 })).map(({ id }) => id)).toEqual([3]);
    expect(await reader.searchTaxa('12!')).toEqual([]);
  });

  it('returns taxa that are likely here and now before those that match equally well', async () => {
    bram.server.taxa.push(remoteTaxon(5, { sci: 'Parus minor', nl: 'Koolzwarte mees' }));
    bram.server.countries = { NL: [1, 3, 5] };
    await bram.tab('one').tick();
    const reader = new TaxonomyReader(bram.db);
    const found = async () => (await reader.searchTaxa('kool', { limit: 2 })).map(({ id }) => id);
    expect(await found()).toEqual([1, 5]);
    reader.setLikely([5]);
    expect(await found()).toEqual([5, 1]);
    expect((await reader.searchTaxa('koolmees'))[0]?.id).toBe(1);
  });

  it('reads ahead while idle, so that the first search of a part of a name reads nothing', async () => {
    await bram.tab('one').tick();
    const reader = new TaxonomyReader(bram.db);
    await reader.taxonomyStatus();
    const chunks = vi.spyOn(bram.db.blocks, 'bulkGet');
    await vi.waitFor(() => expect(chunks).toHaveBeenCalled(), 5000);
    await new Promise((resolve) => setTimeout(resolve, 300));
    chunks.mockClear();
    expect((await reader.searchTaxa('koolm')).map(({ id }) => id)).toEqual([1]);
    expect(chunks).not.toHaveBeenCalled();
    chunks.mockRestore();
  });

  it('reads nothing for a cancelled search and answers the next one', async () => {
    await bram.tab('one').tick();
    const reader = new TaxonomyReader(bram.db);
    await reader.taxonomyStatus();
    const chunks = vi.spyOn(bram.db.blocks, 'bulkGet');
    const replaced = await answerRequest(reader, { id: 1, method: 'searchTaxa', args: ['kool', {}] }, () => false);
    expect(replaced).toMatchObject({ id: 1, ok: false });
    expect((await answerRequest(reader, { id: 2, method: 'suggestTaxa', args: ['kool'] }, () => false)).ok).toBe(false);
    expect(chunks).not.toHaveBeenCalled();
    const next = await answerRequest(reader, { id: 3, method: 'searchTaxa', args: ['koolm', {}] }, () => true);
    expect(next).toMatchObject({ id: 3, ok: true, value: [{ id: 1 }] });
    expect(chunks).toHaveBeenCalled();
    chunks.mockRestore();
  });

  it('knows whether a country lists a taxon, if it has the copy of that country', async () => {
    const early = new TaxonomyReader(bram.db);
    expect(await early.isListed(1, 'NL')).toBeNull();
    await bram.tab('one').tick();
    const reader = new TaxonomyReader(bram.db);
    expect(await reader.isListed(1, 'NL')).toBe(true);
    expect(await reader.isListed(2, 'NL')).toBe(false);
    expect(await reader.isListed(2, 'BE')).toBeNull();
    expect(await answerRequest(reader, { id: 1, method: 'isListed', args: [2, 'NL'] })).toEqual({ id: 1, ok: true, value: false });
  });

  it('finds the species that subspecies and merged taxa count for', async () => {
    bram.server.taxa.push(remoteTaxon(5, { sci: 'Parus major excelsus' }, { rank: 'subspecies', parent_id: 1 }));
    await bram.tab('one').tick();
    const reader = new TaxonomyReader(bram.db);
    expect(await reader.speciesOf([1, 4, 5, 99])).toEqual([[5, 1]]);
    expect(await reader.speciesOf([])).toEqual([]);
  });

  it('suggests five names at a time', async () => {
    bram.server.taxa = flock(12);
    await bram.tab('one').tick();
    expect((await new TaxonomyReader(bram.db).suggestTaxa('grote')).map(({ id }) => id)).toEqual([1, 3, 2, 4, 5]);
  });

  it('looks taxa up by id and by name, and lists species', async () => {
    await bram.tab('one').tick();
    const reader = new TaxonomyReader(bram.db);
    expect(await reader.taxonById(2)).toMatchObject({ name: 'Leeuw', english_name: 'Lion', scientific_name: 'Panthera leo' });
    expect((await reader.taxaByIds([3, 99, 1])).map(({ id }) => id)).toEqual([3, 1]);
    expect((await reader.taxonByName('lion'))?.id).toBe(2);
    expect(await reader.speciesList()).toEqual({ Koolmees: 1, Leeuw: 2, Veldleeuwerik: 3 });
    expect(await reader.speciesList('NL')).toEqual({ Koolmees: 1, Veldleeuwerik: 3 });
    expect(await reader.speciesList('ZA')).toEqual({});
    expect((await reader.browse({ copy: 'country' })).map(({ id }) => id)).toEqual([1, 3]);
  });

  it('names taxa in a language that a copy has, and otherwise not at all', async () => {
    await bram.tab('one').tick();
    const reader = new TaxonomyReader(bram.db);
    const namesIn = async (language: string) => (await reader.taxaByIds([1, 2, 3, 4], language)).map(({ name }) => name);
    expect(await namesIn('nl')).toEqual(['Koolmees', 'Leeuw', 'Veldleeuwerik', 'Echte mezen']);
    expect(await namesIn('en')).toEqual(['Great Tit', 'Lion', 'Alauda arvensis', 'Parus']);
    expect(await namesIn('de')).toEqual(['Great Tit', 'Lion', 'Alauda arvensis', 'Parus']);
    expect(await namesIn('sv')).toEqual([]);
    const request = { id: 1, method: 'taxaByIds', args: [[1], 'en'] } as const;
    expect(await answerRequest(reader, request)).toMatchObject({ ok: true, value: [{ id: 1, name: 'Great Tit' }] });
  });

  it('searches the pages received so far while the first copy is loading', async () => {
    const reader = new TaxonomyReader(bram.db);
    expect(await reader.searchTaxa('koolmees')).toEqual([]);
    expect(await reader.taxonomyStatus()).toEqual({ loading: true, global: null, country: null, running: null });
    let seen = {};
    bram.server.onPage = async (query, answer) => {
      if (query.page !== 2) return answer;
      const during = new TaxonomyReader(bram.db);
      seen = { results: (await during.searchTaxa('koolmees')).length, status: await during.taxonomyStatus() };
      return answer;
    };
    await bram.tab('one').tick();
    expect(seen).toMatchObject({
      results: 1,
      status: { loading: true, global: { size: 2, complete: false }, running: { type: 'global', progress: 2, total: 4 } },
    });
    expect(await new TaxonomyReader(bram.db).taxonomyStatus()).toMatchObject({
      loading: false,
      global: { size: 4, complete: true, last_updated_at: 'v1', languages: ['nl', 'en', 'sci', 'de', 'es', 'fr', 'it', 'pt', 'pl', 'af'] },
      country: { size: 2, country_code: 'NL' },
      running: null,
    });
  });

  it('searches the old copy until the new one is complete, at whatever page it changes', async () => {
    await bram.tab('one').tick();
    let hasRead = 0;
    const reader = new TaxonomyReader(bram.db, { onRead: () => hasRead++ });
    const names = async () => (await reader.browse()).map(({ name }) => name);
    const before = await names();
    bram.session.locale = 'en';
    const during: string[][] = [];
    bram.server.onPage = async (_, answer) => {
      reader.markStale('page');
      during.push(
        await names(),
        (await new TaxonomyReader(bram.db).browse()).map(({ name }) => name),
      );
      return answer;
    };
    await bram.tab('one').tick();
    // The country copy comes after the global one was swapped, so the first two pages belong to the old one.
    expect(during.slice(0, 4)).toEqual([before, before, before, before]);
    reader.markStale('swapped');
    await vi.waitFor(() => expect(hasRead).toBeGreaterThan(1));
    expect(await names()).toEqual(['Great Tit', 'Lion', 'Alauda arvensis', 'Parus']);
  });

  it('accepts new group labels at any time', async () => {
    bram.server.taxa = [remoteTaxon(1, { nl: 'Pauw' }), remoteTaxon(2, { nl: 'Pauw' }, { group: 'butterfly' })];
    await bram.tab('one').tick();
    const reader = new TaxonomyReader(bram.db);
    expect((await reader.searchTaxa('pauw')).map(({ name }) => name)).toEqual(['Pauw', 'Pauw (butterfly)']);
    reader.setGroupLabels({ bird: 'vogel', butterfly: 'vlinder' });
    await vi.waitFor(async () => expect((await reader.browse()).map(({ name }) => name)).toEqual(['Pauw (vogel)', 'Pauw (vlinder)']));
  });

  it('returns errors as replies and rejects unknown methods', async () => {
    await bram.tab('one').tick();
    const reader = new TaxonomyReader(bram.db);
    expect(await answerRequest(reader, { id: 7, method: 'taxonById', args: [1] })).toMatchObject({ id: 7, ok: true, value: { id: 1 } });
    for (const [method, ...args] of [
      ['searchTaxa', 'leeuw'],
      ['suggestTaxa', 'leeuw'],
      ['isListed', 1],
      ['taxaByIds', [1]],
      ['speciesOf', [1]],
      ['taxonByName', 'Leeuw'],
      ['speciesList', 'NL'],
      ['browse'],
      ['children', 4],
      ['parents', 1],
      ['taxonomyStatus'],
      ['setGroupLabels', {}],
    ] as const)
      expect(await answerRequest(reader, { id: 6, method, args }), method).toMatchObject({ id: 6, ok: true });
    const odd = { id: 8, method: 'markStale' as 'browse', args: [] };
    expect(await answerRequest(reader, odd)).toEqual({ id: 8, ok: false, error: 'Unknown request markStale' });
  });
});
