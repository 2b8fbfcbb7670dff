import { deepStrictEqual } from 'node:assert';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { archiveFiles, type CoreTables, importPath, makeFile, makeZip } from '../../../testing/archives.ts';
import { testServer, type TestServer } from '../../../testing/server.ts';
import { faultMessage } from './fault-messages.ts';
import { cleanUpImports } from './jobs.ts';
import { IMPORT_LIMITS } from './limits.ts';

const list = (rows: string[][] = []): CoreTables => ({
  taxa: {
    columns: ['taxonID', 'scientificName', 'taxonRank', 'parentNameUsageID', 'acceptedNameUsageID'],
    rows: [['1', 'Drosera anglica', 'species', '', ''], ['2', 'Drosera', 'genus', '', ''], ...rows],
  },
  names: { columns: ['taxonID', 'vernacularName', 'language'], rows: [['1', 'Lange zonnedauw', 'nl']] },
});
const change = (from: string | RegExp, to: string) => archiveFiles(list(), (meta) => meta.replace(from, to));
const withRows = (...rows: string[][]) => archiveFiles(list(rows));

/** Invalid archives with the expected messages. */
const BROKEN: [string, () => Record<string, string | Buffer>, string[]][] = [
  ['without a core', () => change(/<core[\s\S]*<\/core>/, ''), ['meta.xml: the archive needs exactly one core']],
  [
    'whose core is not a list of taxa',
    () => change('dwc/terms/Taxon"', 'dwc/terms/Occurrence"'),
    ['meta.xml, line 3, column 3 (rowType): the core is not a list of taxa: "http://rs.tdwg.org/dwc/terms/Occurrence"'],
  ],
  [
    'without the file of its core',
    () => change('>taxa.txt<', '>taxon.txt<'),
    ['meta.xml, line 4, column 12 (location): this file is not in the archive: "taxon.txt"'],
  ],
  [
    'without the location of a file',
    () => change('<location>taxa.txt</location>', ''),
    ['meta.xml, line 3, column 3: a table has no file'],
  ],
  [
    'whose extension has no coreid',
    () => change('<coreid index="0"/>', '<coreid/>'),
    ['meta.xml, line 14, column 5: the id column is missing'],
  ],
  [
    'with a too high column index',
    () => change('index="1" term', 'index="2147483648" term'),
    ['meta.xml, line 7, column 5 (index): this is not a valid column or line number: "2147483648"'],
  ],
  [
    'with a column that the table does not have',
    () => change('index="1" term', 'index="40" term'),
    ['taxa.txt, line 1, column 41 (scientificName): this column does not exist: the table has "5"'],
  ],
  [
    'in an unknown encoding',
    () => change('encoding="UTF-8" fields', 'encoding="EBCDIC-7" fields'),
    ['meta.xml, line 3, column 3 (encoding): unknown encoding: "EBCDIC-7"'],
  ],
  [
    'without a delimiter',
    () => change('fieldsTerminatedBy="\\t"', 'fieldsTerminatedBy=""'),
    ['meta.xml, line 3, column 3 (fieldsTerminatedBy): this must be a single character: ""'],
  ],
  [
    'whose description is not well-formed XML',
    () => change('</core>', '</cor>'),
    ['meta.xml, line 11, column 8: the XML is not well-formed: "unexpected close tag."'],
  ],
  [
    'with a document type that reads a file of the server',
    () => change('<archive', '<!DOCTYPE archive [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n<archive'),
    ['meta.xml, line 2, column 60: a document type is not allowed'],
  ],
  [
    'with invalid UTF-8',
    () => ({
      ...archiveFiles(list()),
      'taxa.txt': Buffer.from('id\tname\trank\tparent\taccepted\n1\tDrosera\tgenus\t\t\n2\tDr\xf6sera\tgenus\t\t\n', 'latin1'),
    }),
    ['taxa.txt, line 3: these bytes are not valid "UTF-8"'],
  ],
  [
    'whose description is invalid UTF-8',
    () => {
      const files = archiveFiles(list(), (meta) => meta.replace('<core', '<!-- Gr\xf6\xdfe --><core'));
      return { ...files, 'meta.xml': Buffer.from(String(files['meta.xml']), 'latin1') };
    },
    ['meta.xml: these bytes are not valid "utf-8"'],
  ],
  [
    'with invalid UTF-8 in its first line',
    () => ({ 'list.csv': Buffer.from('taxonID,scientificName,Gr\xf6\xdfe\n1,Drosera,\n', 'latin1') }),
    ['list.csv, line 1: these bytes are not valid "utf-8"'],
  ],
  [
    'whose second byte is invalid UTF-8, but no byte order mark',
    () => ({ 'list.csv': Buffer.from('i\xfe,scientificName\n1,Drosera\n2,Drosera\n', 'latin1') }),
    ['list.csv, line 1: these bytes are not valid "utf-8"'],
  ],
  [
    'with two tables of taxa',
    () => ({ 'list.csv': 'taxonID,scientificName\n1,Drosera\n', 'more.csv': 'taxonID,scientificName\n2,Drosera\n' }),
    ['archive.zip: this file or table exists twice: "more.csv"'],
  ],
  [
    'with an unclosed quote',
    () => ({
      'list.csv': 'taxonID,scientificName,taxonRank\n1,Drosera,genus\n2,"Drosera anglica,species\n3,Drosera alba,species\n',
    }),
    ['list.csv, line 3: a quote is opened here and never closed'],
  ],
  [
    'with a row without id',
    () => withRows(['', 'Drosera alba', 'species', '', '']),
    ['taxa.txt, line 4, column 1 (taxonID): the id is missing'],
  ],
  [
    'with characters that cannot be part of a name',
    () => withRows(['3', 'Drosera \u0001alba', 'species', '', '']),
    ['taxa.txt, line 4, column 2 (scientificName): these characters cannot be part of a name: "Drosera  alba"'],
  ],
  ['without any table of taxa', () => ({ 'readme.txt': 'hello\n' }), ['archive.zip: there is no table of taxa, or it is empty']],
  ['with only a header', () => ({ 'list.csv': 'taxonID,scientificName\n' }), ['list.csv: there is no table of taxa, or it is empty']],
  [
    'in Veld’s own format with an unknown group, rarity class and language',
    () => ({
      'taxa.tsv': 'id\tscientific_name\trank\tgroup\trarity_class\tcountries\n1\tDrosera alba\tspecies\therb\t6\tNL:9\n',
      'names.tsv': 'taxon_id\tlanguage\tname\n1\tfi\tKihokki\n',
    }),
    [
      'taxa.tsv, line 2, column 4 (group): unknown group: "herb"',
      'taxa.tsv, line 2, column 5 (rarity_class): this is not a rarity from 1 to 5: "6"',
      'names.tsv, line 2, column 2 (language): unsupported language: "fi"',
    ],
  ],
];

describe('an invalid file', () => {
  let veld: TestServer;
  beforeAll(async () => {
    veld = await testServer();
  });
  afterAll(() => veld.close());

  const digest = async () => {
    const tables = ['taxa', 'taxon_names', 'taxon_countries', 'taxon_sources', 'taxon_splits', 'taxonomy_state'];
    const parts = await Promise.all(
      tables.map(async (table) => {
        const { rows } = await sql<{
          sum: string;
        }>`select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${sql.table(table)} t`.execute(veld.db);
        return rows[0]!.sum;
      }),
    );
    return parts.join();
  };
  const files = () =>
    readdirSync(veld.dataDir, { recursive: true })
      .map(String)
      .filter((name) => !name.startsWith('archives'))
      .toSorted();
  let before: { digest: string; files: string[] };
  beforeEach(async () => {
    before = { digest: await digest(), files: files() };
  });
  afterEach(async () => {
    deepStrictEqual({ digest: await digest(), files: files() }, before);
    const { rows } = await sql<{
      n: number;
    }>`select (select count(*) from taxonomy_import_taxa) + (select count(*) from taxonomy_import_names) as n`.execute(veld.db);
    deepStrictEqual(rows, [{ n: 0 }]);
  });
  const errorsOf = async (path: string, options: Parameters<typeof importPath>[2] = {}) => {
    const outcome = await importPath(veld, path, options);
    expect(outcome.state).toBe('failed');
    expect(outcome.result).toBeNull();
    expect(outcome.error_count).toBeGreaterThan(0);
    return outcome.faults.filter((fault) => !fault.is_warning).map(faultMessage);
  };

  it.each(BROKEN)('%s changes nothing and is reported with its place', async (_name, content, messages) => {
    expect(await errorsOf(await makeZip(veld, content()), { fileName: 'archive.zip' })).toEqual(messages);
  });

  it('has all its faults counted, and identical ones listed as one', async () => {
    const rows = Array.from({ length: 1000 }, (_, index) => ['', `Drosera alba${'x'.repeat(index % 7)}`, 'species', '', '']);
    const outcome = await importPath(veld, await makeZip(veld, withRows(...rows)));
    expect(outcome.error_count).toBe(1000);
    expect(outcome.faults.map(({ line, count }) => [line, count])).toEqual([[4, 1000]]);
  });

  it('that is not a zip, is truncated or is damaged is reported as such', async () => {
    const whole = readFileSync(
      await makeZip(veld, archiveFiles(list(Array.from({ length: 500 }, (_, at) => [`x${at}`, 'Drosera alba', '', '', ''])))),
    );
    expect(await errorsOf(makeFile(veld, 'a.zip', Buffer.from('PK this is none')))).toEqual([
      'a.zip: this file cannot be read: it is not a zip file, or it is damaged',
    ]);
    expect(await errorsOf(makeFile(veld, 'a.zip', whole.subarray(0, whole.length / 2)))).toEqual([
      'a.zip: this file cannot be read: it is not a zip file, or it is damaged',
    ]);
    const at = whole.indexOf('taxa.txt') + 200;
    whole[at] = whole[at]! ^ 0xff;
    expect((await errorsOf(makeFile(veld, 'a.zip', whole)))[0]).toMatch(/^taxa\.txt: this file is damaged/);
    const gzip = gzipSync('taxonID,scientificName\n1,Drosera\n');
    expect((await errorsOf(makeFile(veld, 'a.csv.gz', gzip.subarray(0, gzip.length - 6))))[0]).toMatch(/damaged/);
  });

  it('that exceeds the limits when unpacked is not read', async () => {
    const zeros = Buffer.alloc(20 * 1024 * 1024, `${'x'.repeat(4095)}\n`);
    expect(await errorsOf(await makeZip(veld, { ...archiveFiles(list()), 'taxa.txt': zeros }))).toEqual([
      'taxa.txt: this file unpacks to far more than its size and was not read',
    ]);
    const packed = makeFile(veld, 'list.csv.gz', gzipSync(Buffer.concat([Buffer.from('taxonID,scientificName\n'), zeros])));
    expect((await errorsOf(packed))[0]).toBe('list.csv.gz: this file unpacks to far more than its size and was not read');
    const limits = { ...IMPORT_LIMITS, entries: 3, tableBytes: 1000 };
    const many = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`${name}.csv`, 'x']));
    expect(await errorsOf(await makeZip(veld, many), { limits, fileName: 'a.zip' })).toEqual(['a.zip: the archive has too many files']);
    expect(await errorsOf(await makeZip(veld, { 'a.csv': 'x'.repeat(1001) }), { limits })).toEqual([
      'a.csv: this file unpacks to far more than its size and was not read',
    ]);
    const halves = { 'a.csv': 'x'.repeat(900), 'b.csv': 'x'.repeat(900) };
    expect(await errorsOf(await makeZip(veld, halves), { limits: { ...limits, totalBytes: 1799 } })).toEqual([
      'b.csv: this file unpacks to far more than its size and was not read',
    ]);
    expect(await errorsOf(await makeZip(veld, halves), { limits: { ...limits, totalBytes: 1800 }, fileName: 'a.zip' })).toEqual([
      'a.zip: there is no table of taxa, or it is empty',
    ]);
    expect(await errorsOf(makeFile(veld, 'a.csv', 'x'.repeat(1001)), { limits })).toEqual(['a.csv: this file is too large']);
  });

  it.each(['../../evil.txt', '/etc/evil.txt', 'C:/evil.txt', '..\\evil.txt', 'a/../../evil.txt'])(
    'is rejected if it contains a file named %s',
    async (name) => {
      const path = await makeZip(veld, {
        [name.replace(/[^a-z.]/gi, '_').padEnd(Buffer.byteLength(name), '_')]: 'evil',
        'list.csv': 'taxonID,scientificName\n1,Drosera\n',
      });
      // The library does not write such names, so the name is replaced afterwards by one of the same length.
      const bytes = readFileSync(path);
      const planted = Buffer.from(name.replace(/[^a-z.]/gi, '_').padEnd(Buffer.byteLength(name), '_'));
      for (let at = bytes.indexOf(planted); at >= 0; at = bytes.indexOf(planted, at + 1)) bytes.write(name, at, 'latin1');
      writeFileSync(path, bytes);
      expect(await errorsOf(path, { fileName: 'a.zip' })).toEqual([
        `a.zip: a file name points outside the archive or is a link: "${name.replaceAll('\\', '/')}"`,
      ]);
      expect(existsSync('/etc/evil.txt')).toBe(false);
    },
  );

  it('is rejected if it declares a wrong size', async () => {
    const path = await makeZip(veld, { 'list.csv': `taxonID,scientificName\n${'1,Drosera\n'.repeat(50)}` });
    const bytes = readFileSync(path);
    const central = bytes.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
    bytes.writeUInt32LE(40, central + 24);
    writeFileSync(path, bytes);
    expect((await errorsOf(path))[0]).toBe('list.csv: this file is damaged and cannot be unpacked');
  });

  it('only causes warnings if its values are unknown', async () => {
    const path = await makeZip(veld, withRows(['3', 'Drosera alba', 'sternchen', '99', '']));
    const outcome = await importPath(veld, path, { isDryRun: true });
    expect(outcome.state).toBe('checked');
    expect(outcome.faults.map((fault) => `${fault.is_warning} ${faultMessage(fault)}`)).toEqual([
      'true taxa.txt, line 4, column 3 (taxonRank): unknown rank: "sternchen"',
      'true taxa.txt, line 4, column 4 (parentNameUsageID): the parent taxon does not exist: "99"',
    ]);
  });

  it('is not applied if the process is killed, and is reported as interrupted', async () => {
    const rows = Array.from(
      { length: 4000 },
      (_, index) => `${index}\tAster nonus${'abcdefghij'[index % 10]}${index}\tspecies\tPlantae\n`,
    ).join('');
    const path = makeFile(veld, 'big.tsv', `taxonID\tscientificName\ttaxonRank\tkingdom\n${rows}`);
    // Locks the taxonomy, so that the import waits in the middle of applying when it is killed.
    const lock = await veld.server.context.db.startTransaction().execute();
    await sql`select * from taxonomy_state for update`.execute(lock);
    const child = spawn(process.execPath, [join(import.meta.dirname, '../../../taxonomy.ts'), 'import', path, '--source', 'killed'], {
      env: { ...process.env, DATABASE_URL: veld.databaseUrl, DATA_DIR: join(veld.dataDir, 'archives'), NODE_OPTIONS: '' },
      stdio: 'ignore',
    });
    const ended = new Promise((done) => child.once('exit', (_code, signal) => done(signal)));
    const stateOf = async () =>
      (await veld.db.selectFrom('taxonomy_imports').select('state').where('source', '=', 'killed').executeTakeFirst())?.state;
    await expect.poll(stateOf, { interval: 50 }).toBe('applying');
    child.kill('SIGKILL');
    expect(await ended).toBe('SIGKILL');
    await lock.rollback().execute();
    expect(await stateOf()).toBe('applying');
    await cleanUpImports(veld.context, 3600);
    expect(await stateOf()).toBe('applying');
    await cleanUpImports(veld.context, -1);
    expect(await stateOf()).toBe('failed');
    const faults = await veld.db
      .selectFrom('taxonomy_import_faults')
      .innerJoin('taxonomy_imports', 'id', 'import_id')
      .select('code')
      .where('source', '=', 'killed')
      .execute();
    expect(faults).toEqual([{ code: 'interrupted' }]);
  });
});
