import { listSpeciesCountries, listTaxonStatuses } from '@veld/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { archiveFiles, type CoreTables, importPath, makeFile, makeZip } from '../../../testing/archives.ts';
import { testServer, type TestServer } from '../../../testing/server.ts';

const TAXA = {
  columns: ['taxonID', 'scientificName', 'taxonRank', 'kingdom', 'class'],
  rows: [
    ['1', 'Alopochen examplis', 'species', 'Animalia', 'Aves'],
    ['2', 'Ardea examplis', 'species', 'Animalia', 'Aves'],
    ['3', 'Corvus examplis', 'species', 'Animalia', 'Aves'],
  ],
};
const COLUMNS = [
  'taxonID',
  'countryCode',
  'locationID',
  'occurrenceStatus',
  'establishmentMeans',
  'degreeOfEstablishment',
  'threatStatus',
  'source',
];
const list = (...rows: string[][]): CoreTables => ({ taxa: TAXA, countries: { columns: COLUMNS, rows } });
const BIRDS = list(
  ['1', 'NL', '', 'present', 'introduced', 'widespreadInvasive', '', 'Birds of the fen, 2024'],
  ['1', 'ZA', '', 'common', 'native', '', 'LC', ''],
  ['2', 'NL', '', 'present', 'native', '', 'VU', ''],
  ['2', 'BE', '', 'absent', 'native', '', 'RE', ''],
  ['2', 'DE', '', 'absent', 'native', '', 'LC', ''],
  ['2', '', 'Europe', 'present', 'native', '', 'NT', ''],
  ['3', 'ES', '', 'present', 'native', '', '', ''],
  ['3', 'ES-CN', '', 'present', 'introduced', '', '', ''],
);

describe('the status of taxa in countries', () => {
  let veld: TestServer;
  beforeAll(async () => {
    veld = await testServer();
  });
  afterAll(() => veld.close());
  beforeEach(() => veld.db.deleteFrom('taxon_statuses').execute());

  const load = async (tables: CoreTables, source = 'birds') => importPath(veld, await makeZip(veld, archiveFiles(tables)), { source });
  const stored = async (source = 'birds') => {
    const rows = await veld.db
      .selectFrom('taxon_statuses as s')
      .innerJoin('taxa as t', 't.id', 's.taxon_id')
      .selectAll('s')
      .select('t.scientific_name')
      .where('s.source', '=', source)
      .orderBy('t.scientific_name')
      .orderBy('s.country_code')
      .execute();
    return rows.map((row) =>
      [
        row.scientific_name.split(' ')[0],
        row.country_code,
        row.establishment_means,
        row.threat_status,
        row.is_invasive && 'invasive',
        row.is_protected && 'protected',
        row.reference,
      ]
        .filter(Boolean)
        .join(' '),
    );
  };
  const idOf = async (name: string) =>
    (await veld.db.selectFrom('taxa').select('id').where('scientific_name', '=', name).executeTakeFirstOrThrow()).id;

  it('comes from the distribution of an archive, with its source, and not from other areas or where a taxon is absent', async () => {
    const outcome = await load(BIRDS);
    expect(outcome.faults).toEqual([]);
    expect(outcome.result).toMatchObject({ statuses_set: { NL: 2, ZA: 1, BE: 1, ES: 1 }, statuses_removed: {} });
    expect(await stored()).toEqual([
      'Alopochen NL introduced invasive Birds of the fen, 2024',
      'Alopochen ZA native LC Flora of the fen',
      'Ardea BE native RE Flora of the fen',
      'Ardea NL native VU Flora of the fen',
      'Corvus ES uncertain Flora of the fen',
    ]);
  });

  it('changes with the list of its source only, and the same list again changes nothing', async () => {
    await load(BIRDS);
    await load(list(['1', 'NL', '', 'present', 'native', '', '', '']), 'other');
    expect((await load(BIRDS)).result).toMatchObject({ statuses_set: {}, statuses_removed: {}, changed: 0 });
    const outcome = await load(list(['2', 'NL', '', 'present', 'native', '', 'EN', '']));
    expect(outcome.result).toMatchObject({ statuses_set: { NL: 1 }, statuses_removed: { NL: 1, ZA: 1, BE: 1, ES: 1 } });
    expect(await stored()).toEqual(['Ardea NL native EN Flora of the fen']);
    expect(await stored('other')).toEqual(['Alopochen NL native Flora of the fen']);
    // A list that says nothing about it leaves it as it is.
    await load({ taxa: TAXA });
    expect(await stored()).toHaveLength(1);
  });

  it('is invasive by a species profile, in the countries of the file in which the taxon is not native', async () => {
    const zip = await makeZip(veld, {
      'taxa.csv': 'taxonID,scientificName,kingdom,class\n1,Alopochen examplis,Animalia,Aves\n2,Ardea examplis,Animalia,Aves\n',
      'distribution.csv': 'taxonID,countryCode,establishmentMeans\n1,NL,\n1,BE,introduced\n1,ZA,native\n2,NL,introduced\n',
      'profile.csv': 'taxonID,isInvasive\n1,true\n2,false\n',
    });
    expect((await importPath(veld, zip, { source: 'birds' })).faults).toEqual([]);
    expect(await stored()).toEqual([
      'Alopochen BE introduced invasive',
      'Alopochen NL invasive',
      'Alopochen ZA native',
      'Ardea NL introduced',
    ]);
  });

  it('comes from ColDP, and from a table of Veld’s own format, also the protection', async () => {
    const coldp = await makeZip(veld, {
      'NameUsage.tsv': 'ID\tparentID\tstatus\trank\tscientificName\n1\t\taccepted\tspecies\tAlopochen examplis\n',
      'Distribution.tsv': 'taxonID\tareaID\tgazetteer\tstatus\tthreatStatus\n1\tNL\tiso\talien\tNT\n',
    });
    await importPath(veld, coldp, { source: 'coldp' });
    expect(await stored('coldp')).toEqual(['Alopochen NL introduced NT']);
    const own = await makeZip(veld, {
      'taxa.tsv': 'id\tscientific_name\tcountries\na\tArdea examplis\tNL:2\n',
      'statuses.tsv': 'taxon_id\tcountry_code\tis_protected\tsource\na\tNL\ttrue\tNature Act\n',
    });
    await importPath(veld, own, { source: 'veld' });
    expect(await stored('veld')).toEqual(['Ardea NL protected Nature Act']);
    const table = makeFile(veld, 'list.csv', 'scientificName,countryCode,Red list category,legal status\nCorvus examplis,NL,VU,yes\n');
    await importPath(veld, table, { source: 'table' });
    expect(await stored('table')).toEqual(['Corvus NL VU protected']);
  });

  it('is shown with each source for a species, and as lists of ids for a country', async () => {
    await load(BIRDS);
    await load(list(['1', 'NL', '', 'present', '', '', 'NT', 'Red list']), 'red');
    const goose = await idOf('Alopochen examplis');
    const heron = await idOf('Ardea examplis');
    const countries = async (id: number) => (await veld.call(listSpeciesCountries, { params: { id: String(id) } })).body.data;
    expect((await countries(goose)).find(({ country_code: code }) => code === 'NL')!.statuses).toEqual([
      { establishment_means: 'introduced', is_invasive: true, is_protected: false, threat_status: null, source: 'Birds of the fen, 2024' },
      { establishment_means: null, is_invasive: false, is_protected: false, threat_status: 'NT', source: 'Red list' },
    ]);
    expect((await countries(heron)).find(({ country_code: code }) => code === 'BE')).toMatchObject({ rarity_class: null });
    const statuses = async (country: string) => (await veld.call(listTaxonStatuses, { params: { country } })).body.data;
    expect(await statuses('NL')).toEqual({ native: [heron], introduced: [goose], invasive: [goose], threatened: [heron], protected: [] });
    expect(await statuses('FR')).toEqual({ native: [], introduced: [], invasive: [], threatened: [], protected: [] });
    expect((await veld.call(listTaxonStatuses, { params: { country: 'nowhere' } })).status).toBe(404);
  });
});
