import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importPath, makeFile, makeZip } from '../../../testing/archives.ts';
import { testServer, type TestServer } from '../../../testing/server.ts';
import { faultMessage } from './fault-messages.ts';

const samples = process.env.VELD_SAMPLES ?? '';
const archives = join(samples, 'archives');
const names = join(samples, 'names');
const hasSamples = samples !== '' && existsSync(archives) && existsSync(names);
if (!hasSamples) console.log('Skipping imports of published lists: VELD_SAMPLES is not a folder with archives/ and names/.');

/** Imports published lists. The expected numbers were counted in the files independently. */
describe.runIf(hasSamples)('imports of published lists', () => {
  let veld: TestServer;
  beforeAll(async () => {
    veld = await testServer();
  });
  afterAll(() => veld.close());

  const taxon = async (source: string, sourceId: string) =>
    veld.db
      .selectFrom('taxon_sources')
      .innerJoin('taxa', 'taxa.id', 'taxon_sources.taxon_id')
      .selectAll('taxa')
      .where('taxon_sources.source', '=', source)
      .where('taxon_sources.source_id', '=', sourceId)
      .executeTakeFirstOrThrow();
  const namesOf = async (id: number, language: string) => {
    const rows = await veld.db
      .selectFrom('taxon_names')
      .select('name')
      .where('taxon_id', '=', id)
      .where('language', '=', language)
      .execute();
    return rows.map((row) => row.name).toSorted();
  };
  const everything = async () => {
    const rows = await Promise.all(
      (['taxonomy_state', 'taxa', 'taxon_names', 'taxon_countries', 'taxon_sources', 'taxon_splits'] as const).map((table) =>
        veld.db.selectFrom(table).selectAll().execute(),
      ),
    );
    return JSON.stringify(rows.map((of) => of.map((row) => JSON.stringify(row)).toSorted()));
  };
  /** The error messages of an invalid file, which must not change anything. */
  const messagesOf = async (path: string) => {
    const before = await everything();
    const outcome = await importPath(veld, path, { source: 'refused' });
    expect([outcome.state, outcome.result]).toEqual(['failed', null]);
    expect(await everything()).toBe(before);
    return outcome.faults.filter((fault) => !fault.is_warning).map(faultMessage);
  };

  it('reads a catalogue of whales with 166 taxa, 3,082 synonyms and names in several languages', async () => {
    const outcome = await importPath(veld, join(archives, 'archive-tax.zip'), { source: 'whales' });
    const conflicts = outcome.faults.filter(({ code }) => code === 'rank_conflict');
    expect(conflicts.map(({ line, value }) => `${line} ${value}`)).toEqual([
      '2 Globicephala melaena melaena',
      '37 Delphinus delphis delphis',
      '38 Delphinus delphis ponticus',
      '39 Delphinus delphis bairdi',
      '41 Tursiops truncatus aduncus',
      '42 Tursiops truncatus truncatus',
      '70 Globicephala melaena sieboldi',
      '131 Eubalaena glacialis australis',
      '132 Eubalaena glacialis glacialis',
      '133 Eubalaena glacialis japonica',
    ]);
    expect(outcome.faults.filter((fault) => !conflicts.includes(fault)).map(faultMessage)).toEqual([
      'DarwinCore.txt, line 136, column 5 (taxonRank): unknown rank: "Incertae Sedis"',
      'DarwinCore.txt, line 167, column 4 (parentNameUsageID): the parent taxon does not exist: "0"',
    ]);
    expect(outcome.result).toMatchObject({ format: 'archive', taxa: 166, synonyms: 3082, deleted: 0, merged: 0 });
    // The file has 266 English, 51 Dutch and 12 Portuguese names. One of each, of the harbour porpoise, existed before, and the English
    // one of the southern right whale, which the file has as Eubalæna australis.
    expect(outcome.result!.names_added).toMatchObject({ de: 60, es: 24, fr: 107, it: 5, pl: 6, nl: 50, en: 264, pt: 11 });
    expect(outcome.result!.names_left_out).toMatchObject({ Russian: 106, Norwegian: 85, Japanese: 54 });

    // In the file, this accepted name refers to one of its own synonyms.
    const dolphin = await taxon('whales', '105838');
    expect(dolphin).toMatchObject({ scientific_name: 'Pontoporia blainvillei', rank: 'species', is_deleted: false });
    expect(await namesOf(dolphin.id, 'sci')).toEqual(expect.arrayContaining(['Delphinus Blainvillei', 'Pontoporia Blainvillii']));
    const genus = await taxon('whales', '105837');
    expect(dolphin.parent_id).toBe(genus.id);
    expect(genus).toMatchObject({
      scientific_name: 'Pontoporia',
      rank: 'genus',
      family: 'Susuidae',
      parent_id: (await taxon('whales', '113648')).id,
    });
    expect(await namesOf(dolphin.id, 'sci')).not.toContain('Delphinus');
    const synonymTaxa = await veld.db.selectFrom('taxa').select('id').where('scientific_name', '=', 'Delphinus Blainvillei').execute();
    expect(synonymTaxa).toEqual([]);
    expect(await namesOf((await taxon('whales', '544382')).id, 'en')).toEqual([
      'Atlantic bottlenose dolphin',
      'Bottle-nosed dolphin',
      'Bottlenose dolphin',
      'Common bottlenose dolphin',
    ]);

    const again = await importPath(veld, join(archives, 'archive-tax.zip'), { source: 'whales' });
    expect(again.result).toMatchObject({ added: 0, changed: 0, unchanged: 166, names_added: {}, names_removed: {} });
  });

  it('reads a checklist of 323 spiders with composed names, and warns about 33 rows without a name', async () => {
    const outcome = await importPath(veld, join(archives, 'checklist_980.zip'), { source: 'spiders' });
    expect(outcome.result).toMatchObject({ format: 'archive', taxa: 323, synonyms: 0 });
    expect(outcome.warning_count).toBe(33);
    expect(faultMessage(outcome.faults[0]!)).toBe('taxa.csv, line 2, column 2 (scientificName): the name is missing');
    expect(await taxon('spiders', '980-sp2')).toMatchObject({ scientific_name: 'Agelena labyrinthica', rank: 'species' });
    // A complete list deletes none of the taxa whose rows it leaves out.
    const before = await everything();
    const whole = await importPath(veld, join(archives, 'checklist_980.zip'), { source: 'spiders', isComplete: true });
    expect([whole.state, whole.warning_count]).toEqual(['done', 33]);
    expect(await everything()).toBe(before);
  });

  it('rejects files that are invalid or not species lists, with the place of the error', async () => {
    expect(await messagesOf(join(archives, 'archive-occ.zip'))).toEqual([
      'meta.xml, line 3, column 3 (rowType): the core is not a list of taxa: "http://rs.tdwg.org/dwc/terms/DarwinCore"',
    ]);
    expect(await messagesOf(join(archives, 'nullCoreID.zip'))).toEqual(['meta.xml, line 25, column 5: the id column is missing']);
    expect(await messagesOf(join(archives, 'csv_optional_quotes_puma.csv'))).toEqual([
      'csv_optional_quotes_puma.csv, line 174: these bytes are not valid "utf-8"',
    ]);
    expect(await messagesOf(join(names, 'eurobutt-vernacularname.csv'))).toEqual([
      'eurobutt-vernacularname.csv: there is no table of taxa, or it is empty',
    ]);
  });

  it('reads the butterflies of Europe from three tables of taxa, names and countries', async () => {
    const table = (name: string) => readFileSync(join(names, `eurobutt-${name}.csv`));
    const files = { 'taxon.csv': table('taxon'), 'vernacularname.csv': table('vernacularname'), 'distribution.csv': table('distribution') };
    const outcome = await importPath(veld, await makeZip(veld, files), { source: 'butterflies' });
    expect(outcome.result).toMatchObject({ format: 'darwin_core', taxa: 496, synonyms: 0 });
    const peacock = await taxon('butterflies', 'eurobutt-checklist:taxon:313b5c3d9d2b299ecb8018413ad136ba');
    expect(peacock).toMatchObject({ scientific_name: 'Aglais io', rank: 'species', taxon_group: 'butterfly', family: 'Nymphalidae' });
    expect(await namesOf(peacock.id, 'en')).toContain('Peacock');
    const countries = await veld.db.selectFrom('taxon_countries').select('country_code').where('taxon_id', '=', peacock.id).execute();
    const codes = countries.map((row) => row.country_code);
    expect(codes).toEqual(expect.arrayContaining(['NL', 'DE', 'PL']));
    expect(codes).not.toContain('ZA');
  });

  it('reads names of 39,000 species in nine languages without ids', async () => {
    const lines = gunzipSync(readFileSync(join(names, 'vernaculars.tsv.gz')))
      .toString()
      .trim()
      .split('\n');
    // Every twentieth species, so that the test takes only a second.
    const species = [...new Set(lines.slice(1).map((line) => line.split('\t')[0]!))].filter((_, at) => at % 20 === 0);
    const isWanted = new Set(species);
    const part = lines.filter((line, at) => at === 0 || isWanted.has(line.split('\t')[0]!));
    const outcome = await importPath(veld, makeFile(veld, 'vernaculars.tsv', `${part.join('\n')}\n`), { source: 'words' });
    expect(outcome.error_count).toBe(0);
    expect(outcome.result!.taxa).toBe(species.length);
    const first = part.find((line) => line.includes('\tnl\t'))!.split('\t');
    const { id } = await taxon('words', first[0]!);
    expect(await namesOf(id, 'nl')).toContain(first[2]);
  });

  it('reads the birds of the world from a table with "Scientific_name" and "Taxon_rank", without ids', async () => {
    const outcome = await importPath(veld, join(names, 'avilist-2025.tsv.gz'), { source: 'birds' });
    expect(outcome.result).toMatchObject({ format: 'darwin_core', taxa: 33_684, synonyms: 0 });
    expect(await taxon('birds', 'Parus major')).toMatchObject({ rank: 'species', taxon_group: 'bird', family: 'Paridae' });
    expect(await namesOf((await taxon('birds', 'Parus major')).id, 'en')).toContain('Great Tit');
    const species = await veld.db
      .selectFrom('taxon_sources')
      .innerJoin('taxa', 'taxa.id', 'taxon_sources.taxon_id')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('taxon_sources.source', '=', 'birds')
      .where('taxa.rank', '=', 'species')
      .executeTakeFirstOrThrow();
    expect(Number(species.count)).toBe(11_131);
  });

  it('reads mammals from columns of genus and epithet, without a column of the whole name', async () => {
    const outcome = await importPath(veld, join(names, 'mdd-2020-12.csv.gz'), { source: 'mammals' });
    expect(outcome.result).toMatchObject({ format: 'darwin_core', taxa: 6485, synonyms: 0 });
    expect(await taxon('mammals', '1000001')).toMatchObject({
      scientific_name: 'Ornithorhynchus anatinus',
      rank: 'species',
      taxon_group: 'mammal',
      family: 'Ornithorhynchidae',
    });
    expect(await namesOf((await taxon('mammals', '1000001')).id, 'en')).toEqual(['Duck-billed Platypus', 'Platypus']);
    expect(await veld.db.selectFrom('taxon_names').select('name').where('name', '=', 'NA').execute()).toEqual([]);
  });
});
