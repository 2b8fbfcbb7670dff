import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  ANYWHERE,
  EFFORT,
  frequencyCell,
  FrequencyIndex,
  getTaxonomy,
  groupNumber,
  LISTS_OF_SOME,
  listsOfGroup,
  type TaxonomyPage,
} from '@veld/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeFile, makeZip } from '../../../testing/archives.ts';
import { insertTaxa, TAXA } from '../../../testing/records.ts';
import { testServer, type TestServer } from '../../../testing/server.ts';
import { readTable } from '../store.ts';
import { importFrequencies, fileFaultMessage, reportLines } from './run.ts';

const UTRECHT = frequencyCell(52.09, 5.12);

const HEAD = 'gbifID\tkingdom\tspecies\ttaxonRank\tscientificName\toccurrenceStatus\tindividualCount\tdecimalLatitude\tdecimalLongitude';
const MORE = '\tcoordinateUncertaintyInMeters\teventDate\tbasisOfRecord\trecordedBy';
const row = (change: Record<string, string> = {}) => {
  const values: Record<string, string> = {
    id: '1',
    kingdom: 'Animalia',
    species: 'Alcedo examplis',
    rank: 'SPECIES',
    name: 'Alcedo examplis Linnaeus, 1758',
    status: 'PRESENT',
    count: '2',
    latitude: '52.09',
    longitude: '5.12',
    uncertainty: '30',
    date: '2024-05-17T06:40:00Z',
    basis: 'HUMAN_OBSERVATION',
    by: 'A. "Ann" Jansen',
    ...change,
  };
  return Object.values(values).join('\t');
};
const table = (...rows: string[]) => `${HEAD}${MORE}\n${rows.join('\n')}\n`;

const DATA = table(
  row(),
  row({ id: '2', date: '2024-05-17' }),
  row({ id: '3', by: 'B. de Vries' }),
  row({ id: '4', name: 'Ardea examplis Vieillot', species: '', date: '2023-05-16/2023-05-16' }),
  row({ id: '5', status: 'ABSENT' }),
  row({ id: '6', count: '0' }),
  row({ id: '7', basis: 'FOSSIL_SPECIMEN' }),
  row({ id: '8', date: '2024-05' }),
  row({ id: '9', date: '2024-05-01/2024-05-09' }),
  row({ id: '10', latitude: '' }),
  row({ id: '11', latitude: '0', longitude: '0' }),
  row({ id: '12', uncertainty: '25000' }),
  row({ id: '13', latitude: '54.5', longitude: '4' }),
  row({ id: '14', name: 'Avis ignota Autor', species: '' }),
  row({ id: '15', kingdom: 'Plantae' }),
);

describe('imports of frequencies', () => {
  let veld: TestServer;
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld);
    await veld.db.insertInto('taxon_names').values({ taxon_id: TAXA.heron.id, language: 'sci', name: 'Ardea vetus' }).execute();
  });
  afterAll(() => veld.close());
  beforeEach(async () => {
    for (const name of ['frequencies', 'frequency_packs']) await sql`delete from ${sql.table(name)}`.execute(veld.db);
    await sql`delete from frequency_sources where id > 0`.execute(veld.db);
  });

  const imported = (path: string, options: { source?: string; fileName?: string; country?: string } = {}) =>
    importFrequencies(veld.db, options.source ?? 'atlas', {
      path,
      fileName: options.fileName ?? path.split('/').at(-1)!,
      country: options.country,
    });
  const counts = () =>
    sql<object>`select country_code as country, taxon_id, cell, week, records, lists, people from frequencies order by 1, 2, 3, 4`
      .execute(veld.db)
      .then(({ rows }) => rows);

  const EXPECTED = [
    { country: 'NL', taxon_id: EFFORT, cell: UTRECHT, week: 18, records: 4, lists: 3, people: 2 },
    { country: 'NL', taxon_id: TAXA.kingfisher.id, cell: UTRECHT, week: 18, records: 3, lists: 2, people: 2 },
    { country: 'NL', taxon_id: TAXA.heron.id, cell: UTRECHT, week: 18, records: 1, lists: 1, people: 1 },
  ];

  it('read the simple download of GBIF, and say what was skipped and why', async () => {
    const report = await imported(makeFile(veld, 'gbif.csv', DATA));
    expect(await counts()).toEqual(EXPECTED);
    expect(reportLines(report)).toEqual([
      '15 records read, 4 counted: 2 species in NL',
      '2 skipped: absences',
      '2 skipped: without an exact day',
      '2 skipped: without a place',
      '2 skipped: name not in the taxonomy',
      '1 skipped: captive, cultivated or fossil',
      '1 skipped: place known to less than 10 km',
      '1 skipped: outside any country',
      '  Alcedo examplis Linnaeus, 1758 (1): name not in the taxonomy',
      '  Avis ignota Autor (1): name not in the taxonomy',
      '3 counts changed; the packs are ready',
    ]);
    const index = new FrequencyIndex(await readTable(veld.db, 'NL'));
    expect(index.months(TAXA.kingfisher.id)[4]).toEqual({ records: 3, lists: 2, of: 3 });
  });

  it('count nothing for a name of several species, and list ten names at most', async () => {
    const two = { language: 'sci', name: 'Avis bina' } as const;
    await veld.db
      .insertInto('taxon_names')
      .values([TAXA.heron, TAXA.kingfisher].map(({ id }) => ({ taxon_id: id, ...two })))
      .execute();
    const unknown = Array.from({ length: 11 }, (_, at) => row({ id: `${at}`, species: '', name: `Avis ignota${'abcdefghijk'[at]}` }));
    const report = await imported(makeFile(veld, 'gbif.csv', table(row({ species: '', name: 'Avis bina' }), ...unknown)));
    await veld.db.deleteFrom('taxon_names').where('name', '=', 'Avis bina').execute();
    expect(await counts()).toEqual([]);
    const lines = reportLines(report);
    expect(lines).toContain('1 skipped: name of several species');
    expect(lines).toContain('11 skipped: name not in the taxonomy');
    expect(lines.filter((line) => line.startsWith('  Avis'))).toHaveLength(10);
    expect(lines).toContain('  and 2 more names');
  });

  it('change nothing when repeated, and replace what the source had before', async () => {
    await imported(makeFile(veld, 'gbif.csv', DATA));
    const packs = () => veld.db.selectFrom('frequency_packs').select(['version', 'sequence']).execute();
    const before = await packs();
    const again = await imported(makeFile(veld, 'gbif.csv.gz', gzipSync(DATA)));
    expect(again.changed).toBe(0);
    expect(reportLines(again).at(-1)).toBe('Nothing changed: these data were imported before');
    expect(await packs()).toEqual(before);
    await imported(makeFile(veld, 'gbif.csv', table(row({ latitude: '50.85', longitude: '4.35' }))));
    expect(await counts()).toMatchObject([
      { country: 'BE', taxon_id: EFFORT },
      { country: 'BE', taxon_id: TAXA.kingfisher.id },
    ]);
    await imported(makeFile(veld, 'gbif.csv', DATA), { source: 'another' });
    expect(await counts()).toHaveLength(5);
  });

  it('are the number of records elsewhere of each taxon, which devices get, unless its list states more', async () => {
    await imported(makeFile(veld, 'none.tsv', table(row({ status: 'ABSENT' }))));
    const changes = async (since?: string) => {
      const page = (await veld.call(getTaxonomy, { query: { page: 1, languages: 'sci', ...(since ? { since } : {}) } }))
        .body as TaxonomyPage;
      const counts = page.data.map((taxon) => [taxon.name, taxon.is_deleted ? null : taxon.external_observation_count]);
      return { counts: Object.fromEntries(counts) as Record<string, number | null>, cursor: page.last_updated_at };
    };
    await veld.db.updateTable('taxa').set({ external_observation_count: 2 }).where('scientific_name', '=', 'Ardea examplis').execute();
    const { cursor } = await changes();
    await imported(makeFile(veld, 'data.tsv', DATA));
    // The server reads the state of the taxonomy again after a moment.
    await expect.poll(async () => (await changes(cursor)).counts).toEqual({ 'Alcedo examplis': 3 });
    await imported(makeFile(veld, 'more.tsv', table(row(), row({ id: '2', name: 'Ardea examplis', species: '' }))), { source: 'more' });
    await expect.poll(async () => (await changes(cursor)).counts).toEqual({ 'Alcedo examplis': 4 });
    // The new version of a file replaces the earlier one.
    await imported(makeFile(veld, 'data.tsv', table(row())));
    await expect.poll(async () => (await changes(cursor)).counts).toEqual({ 'Alcedo examplis': 2 });
    expect((await changes()).counts).toMatchObject({ 'Ardea examplis': 2 });
  });

  it('read a Darwin Core Archive whose core are records, with constant values and quotes', async () => {
    const dwc = (term: string) => `http://rs.tdwg.org/dwc/terms/${term}`;
    const field = (term: string, index: number) => `<field index="${index}" term="${dwc(term)}"/>`;
    const meta = `<archive xmlns="http://rs.tdwg.org/dwc/text/">
      <core rowType="${dwc('Occurrence')}" fieldsTerminatedBy="," fieldsEnclosedBy='"' linesTerminatedBy="\\n" ignoreHeaderLines="1">
        <files><location>occurrence.txt</location></files><id index="0"/>
        ${['scientificName', 'eventDate', 'decimalLatitude', 'decimalLongitude', 'recordedBy'].map((term, at) => field(term, at + 1)).join('')}
        <field term="${dwc('kingdom')}" default="Animalia"/>
      </core></archive>`;
    const data = [
      'id,name,date,lat,lon,by',
      '1,"Ardea vetus, Autor",2024-05-17,52.09,5.12,"Jansen, A."',
      '2,Ardea examplis,2024-05-17,52.09,5.12,"Jansen, A."',
    ];
    const report = await imported(await makeZip(veld, { 'meta.xml': meta, 'occurrence.txt': data.join('\n') }));
    expect(report).toMatchObject({ read: 2, matched: 2, species: 1 });
    // The synonym counts for its species, on the same list.
    expect(await counts()).toMatchObject([
      { taxon_id: EFFORT, lists: 1 },
      { taxon_id: TAXA.heron.id, records: 2, lists: 1 },
    ]);
  });

  it('read a bar chart of eBird: the share of lists in each week, and how many lists there were', async () => {
    const weeks = (values: Record<number, string>) => Array.from({ length: 48 }, (_, week) => values[week] ?? '0.0').join('\t');
    const chart = [
      '',
      'Frequency of observations in the selected location(s).',
      'Number of taxa:\t3',
      '',
      `\t\tJan\t\t\t\tFeb`,
      `Sample Size:\t\t${weeks({ 18: '40.0', 40: '25.0' })}\t`,
      '',
      `Example kingfisher (<em class="sci">Alcedo examplis</em>)\t\t${weeks({ 18: '0.35', 40: '0.5' })}\t`,
      `Example heron (<em class="sci">Ardea examplis</em>)\t\t${weeks({ 18: '0.01' })}\t`,
      `duck sp. (<em class="sci">Anatinae (duck sp.)</em>)\t\t${weeks({ 18: '0.9' })}\t`,
    ].join('\n');
    const path = makeFile(veld, 'ebird_NL__2010_2024_1_12_barchart.txt', chart);
    const report = await imported(path);
    expect(report).toMatchObject({ kind: 'bar_chart', read: 3, matched: 2, countries: ['NL'] });
    const anywhere = { country: 'NL', cell: ANYWHERE, people: 0 };
    const sizes = [listsOfGroup(groupNumber('bird')), LISTS_OF_SOME].flatMap((taxon_id) => [
      { ...anywhere, taxon_id, week: 18, records: 40, lists: 40 },
      { ...anywhere, taxon_id, week: 40, records: 25, lists: 25 },
    ]);
    expect(await counts(), 'of birds alone').toEqual([
      ...sizes,
      { ...anywhere, taxon_id: EFFORT, week: 18, records: 40, lists: 40 },
      { ...anywhere, taxon_id: EFFORT, week: 40, records: 25, lists: 25 },
      { ...anywhere, taxon_id: TAXA.kingfisher.id, week: 18, records: 14, lists: 14 },
      { ...anywhere, taxon_id: TAXA.kingfisher.id, week: 40, records: 13, lists: 13 },
    ]);
    expect((await imported(path)).changed).toBe(0);
    const likely = new FrequencyIndex(await readTable(veld.db, 'NL')).likely({ latitude: 52.09, longitude: 5.12 }, '2026-11-03');
    expect(likely).toMatchObject({ area: 'country', of: 25, species: [{ taxon_id: TAXA.kingfisher.id, lists: 13 }] });
    await expect(imported(path, { fileName: 'chart.txt' })).rejects.toThrow('Set --country');
  });

  it('refuse other files in one line, and change nothing', async () => {
    const problem = (path: string) =>
      imported(path).then(
        () => 'imported',
        (error: Error) => fileFaultMessage(error) ?? error.message,
      );
    expect(await problem(makeFile(veld, 'a.csv', 'name,date\nx,y\n'))).toMatch(/^The table lacks scientificName/);
    expect(await problem(makeFile(veld, 'a.pdf', '%PDF-1.7 ...'))).toMatch(/^a\.pdf: .*format "PDF"/);
    expect(await problem(makeFile(veld, 'a.zip', 'PK\x03\x04 no zip'))).toMatch(/^a\.zip: this file cannot be read/);
    expect(await counts()).toEqual([]);
  });
});

const samples = join(process.env.VELD_SAMPLES ?? '', 'records');
const hasSamples = Boolean(process.env.VELD_SAMPLES) && existsSync(samples);
if (!hasSamples) console.log('Skipping imports of published records: VELD_SAMPLES is not a folder with records/.');

/** The expected numbers were counted in the files independently. */
describe.runIf(hasSamples)('imports of published records', () => {
  let veld: TestServer;
  beforeAll(async () => {
    veld = await testServer();
  });
  afterAll(() => veld.close());

  it.each([
    ['alien-csi-bioblitz.csv.gz', 2557],
    ['inbo-fallopia.csv.gz', 2295],
    ['landsnails-gran-canaria.csv.gz', 389],
    ['riparias-rato.csv.gz', 7402],
    ['riparias-wfl.csv.gz', 6922],
  ])('%s: accounts for each of %d records, and changes nothing the second time', async (file, records) => {
    const options = { path: join(samples, file), fileName: file };
    const report = await importFrequencies(veld.db, file, options);
    const skipped = [...report.skipped.values()].reduce((sum, count) => sum + count, 0);
    console.log(`${file}\n  ${reportLines(report).join('\n  ')}`);
    expect(report.read).toBe(records);
    expect(report.matched + skipped).toBe(records);
    expect((await importFrequencies(veld.db, file, options)).changed).toBe(0);
  });
});
