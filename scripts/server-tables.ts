import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FEATURES } from '../contract/src/features.ts';
import type { StructureBreach } from './structure.ts';

/*
 * Each table of the server has one owner (decision 0068): only its feature writes it, and only that feature and later ones read it. What an
 * earlier feature needs of a later one is a piece that the later one declares (server/src/http/pieces.ts).
 */

/** Tables that are not of a feature, by the folder or file whose code writes them. */
const SHARED: Readonly<Record<string, string>> = { mails: 'server/src/mail/', server_state: 'server/src/db/server-state.ts' };

/** Uses that are allowed all the same, and why: `writes` of the tables of others, and `reads` of those of later features. */
export const ALLOWED: Readonly<Record<string, string>> = {
  'db writes taxonomy_state': 'a database that was restored gets another epoch before features start',
  'feed reads profiles': 'whether a person shows badges is asked in the statement that makes a page of the feed',
  'frequencies reads journeys': 'complete lists are those of journeys; counting is one statement over all records of a country',
  'media reads observations': 'a photo is sent while a record shows it, which is asked with every picture',
  'media reads observation_media': 'a photo is sent while a record shows it, which is asked with every picture',
  'notifications reads observations': 'nobody is told about a record that they may not see any more',
  'observations reads identifications': 'the grade of a record follows from what people say that it shows',
  'observations reads record_votes': 'the grade of a record follows from votes on its quality',
  'observations reads reviewed_records': 'the queue is a list of records without those that a person has reviewed',
  'taxa writes a table of a computed name': 'the statements of an import are the same for the tables of its names',
  'reactions reads comments': 'one answer has the number of comments and reactions of a record',
};

export interface TableUse {
  file: string;
  feature: string | null;
  table: string;
  isWrite: boolean;
  /** The feature that declares the table; absent for tables of none. */
  owner: string | undefined;
}

/** What stands for the table of a write whose text does not name it. */
const COMPUTED = 'a table of a computed name';
const COMPUTED_WRITE =
  /(?:\binsert into|\bupdate|\bdelete from|\bmerge into) \$\{|(?:insertInto|updateTable|deleteFrom|mergeInto)\([^'"\s]/;

const ORDER: readonly string[] = Object.keys(FEATURES);

/** Finds tables without an owner, or with two, and uses of a table that only others may use so. */
export function findTableBreaches(root: string, allowed: Readonly<Record<string, string>> = ALLOWED): StructureBreach[] {
  const owners = readOwners(root);
  const breaches: StructureBreach[] = [];
  for (const [table, features] of owners) {
    if (features.length > 1)
      breaches.push({ file: `server/src/features/${features[1]}/feature.ts`, rule: `owns ${table}, as ${features[0]} does` });
    if (features.length === 0 && !(table in SHARED))
      breaches.push({ file: 'server/src/db/migrations', rule: `creates ${table}, which no feature declares as its own` });
  }
  const unused = new Set(Object.keys(allowed));
  for (const use of [...findTableUses(root, owners), ...findComputedWrites(root)]) {
    const rule = ruleOf(use);
    if (rule === null) continue;
    const name = `${use.feature ?? use.file.split('/')[2]} ${use.isWrite ? 'writes' : 'reads'} ${use.table}`;
    if (name in allowed) unused.delete(name);
    else breaches.push({ file: use.file, rule });
  }
  if (owners.size > 0)
    for (const name of unused) breaches.push({ file: 'scripts/server-tables.ts', rule: `allows “${name}”, which is not needed` });
  return breaches;
}

/** The features that declare each table of the migrations. */
function readOwners(root: string): Map<string, string[]> {
  const owners = new Map<string, string[]>(tablesOf(root).map((table) => [table, []]));
  for (const file of globSync('server/src/features/*/feature.ts', { cwd: root }).toSorted()) {
    const list = /\n {2}tables: \[([^\]]*)\]/.exec(readFileSync(join(root, file), 'utf8'))?.[1] ?? '';
    const [, , , feature = ''] = file.split('/');
    for (const [, table = ''] of list.matchAll(/'(\w+)'/g)) owners.set(table, [...(owners.get(table) ?? []), feature]);
  }
  return owners;
}

function ruleOf({ file, feature, table, isWrite, owner }: TableUse): string | null {
  if (table === COMPUTED) return `writes ${COMPUTED}: nothing can hold that to the table's owner`;
  if (owner === undefined) {
    const folder = SHARED[table];
    return isWrite && folder && !file.startsWith(folder) ? `writes ${table}, which only ${folder} does` : null;
  }
  if (feature === owner) return null;
  if (isWrite) return `writes ${table}, which only ${owner} does: call its function`;
  if (feature === null || ORDER.indexOf(owner) < ORDER.indexOf(feature)) return null;
  return `reads ${table} of the later feature ${owner}, which can declare a piece for it (server/src/http/pieces.ts)`;
}

/** The tables that the migrations create. */
function tablesOf(root: string): string[] {
  return globSync('server/src/db/migrations/*.sql', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/^create (?:unlogged )?table (\w+)/gm)].map(([, table = '']) => table),
  );
}

/** The uses of tables in SQL and in calls of Kysely, one for each file, table and kind. */
export function findTableUses(root: string, owners = readOwners(root)): TableUse[] {
  if (owners.size === 0) return [];
  const names = `(${[...owners.keys()].join('|')})\\b`;
  const patterns = {
    write: new RegExp(
      String.raw`(?:\binsert into|\bupdate|\bdelete from|\bmerge into|(?:insertInto|updateTable|deleteFrom|mergeInto)\(')\s*${names}`,
      'g',
    ),
    read: new RegExp(String.raw`(?:(?<!delete )\bfrom|\bjoin|\busing|selectFrom\('|Join(?:Lateral)?\(')\s*${names}(?!\()`, 'g'),
  };
  const uses = new Map<string, TableUse>();
  for (const { file, text, feature } of readServerCode(root))
    for (const [kind, pattern] of Object.entries(patterns))
      for (const [, table = ''] of text.matchAll(pattern))
        uses.set(`${file} ${table} ${kind}`, { file, feature, table, isWrite: kind === 'write', owner: owners.get(table)?.[0] });
  return [...uses.values()];
}

/** The files that write a table whose name they compute, so that its owner cannot be found. */
function findComputedWrites(root: string): TableUse[] {
  return readServerCode(root)
    .filter(({ text }) => COMPUTED_WRITE.test(text))
    .map(({ file, feature }) => ({ file, feature, table: COMPUTED, isWrite: true, owner: undefined }));
}

/** The code of the server without comments and tests. */
function readServerCode(root: string): { file: string; text: string; feature: string | null }[] {
  return globSync('server/src/**/*.ts', { cwd: root })
    .filter((file) => !/\.(test|cases)\.ts$|^server\/src\/testing\//.test(file))
    .map((file) => ({
      file,
      text: readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/[^\n]*/g, '$1'),
      feature: /^server\/src\/features\/([^/]+)\//.exec(file)?.[1] ?? null,
    }));
}
