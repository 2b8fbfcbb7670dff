import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FEATURES } from '../contract/src/features.ts';

/** A use of a table by a feature that may not use it so. */
export interface TableBreach {
  file: string;
  rule: string;
}

const ORDER: readonly string[] = Object.keys(FEATURES);

/** The features that own tables, by table, as their `feature.ts` declares. */
export function tableOwners(root: string): Map<string, string> {
  const owners = new Map<string, string>();
  for (const file of globSync('server/src/features/*/feature.ts', { cwd: root })) {
    const list = /\n {2}tables: \[([^\]]*)\]/.exec(readFileSync(join(root, file), 'utf8'))?.[1] ?? '';
    for (const [, table] of list.matchAll(/'(\w+)'/g)) owners.set(table!, file.split('/')[3]!);
  }
  return owners;
}

interface Use {
  file: string;
  feature: string;
  table: string;
  isWrite: boolean;
}

/** The uses of tables in SQL and in calls of Kysely. */
export function tableUses(root: string, tables: readonly string[]): Use[] {
  const names = tables.join('|');
  const writes = new RegExp(String.raw`(?:\binsert into|\bupdate|\bdelete from|(?:insertInto|updateTable|deleteFrom)\(')\s*(${names})\b`, 'g');
  const reads = new RegExp(String.raw`(?:\bfrom|\bjoin|\busing|selectFrom\('|(?:inner|left|cross)Join(?:Lateral)?\(')\s*(${names})\b(?!\()`, 'g');
  const uses = new Map<string, Use>();
  for (const file of globSync('server/src/features/*/**/*.ts', { cwd: root })) {
    if (/\.(test|cases)\.ts$/.test(file)) continue;
    const text = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/[^\n]*/g, '$1');
    const feature = file.split('/')[3]!;
    const add = (table: string, isWrite: boolean) => {
      const key = `${file} ${table}`;
      uses.set(key, { file, feature, table, isWrite: isWrite || (uses.get(key)?.isWrite ?? false) });
    };
    for (const [, table] of text.matchAll(writes)) add(table!, true);
    for (const [all, table] of text.matchAll(reads)) if (!all.startsWith('delete')) add(table!, false);
  }
  return [...uses.values()];
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const owners = tableOwners(root);
  for (const { file, feature, table, isWrite } of tableUses(root, [...owners.keys()])) {
    const owner = owners.get(table)!;
    if (owner === feature) continue;
    if (isWrite) console.log(`WRITE ${file} ${table} (${owner})`);
    else if (ORDER.indexOf(owner) > ORDER.indexOf(feature)) console.log(`UP ${file} ${table} (${owner})`);
  }
}
