import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FEATURES } from '../contract/src/features.ts';

/** Namespaces shared by several features. Every other namespace has the name of its feature. */
const SHARED = ['common'];
const FEATURE_NAMES = Object.keys(FEATURES);

/** Compares the English text files with the list of features and with the types for i18next. Returns one line per fault. */
export function findNamespaceFaults(root: string): string[] {
  const folder = join(root, 'web/src/i18n');
  const types = existsSync(join(folder, 'i18next.d.ts')) ? readFileSync(join(folder, 'i18next.d.ts'), 'utf8') : '';
  const names = readdirSync(join(folder, 'en'))
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length));
  const faults: string[] = [];
  for (const name of names) {
    if (!SHARED.includes(name) && !FEATURE_NAMES.includes(name))
      faults.push(`en/${name}: no feature in contract/src/features.ts has this name`);
    const [imported, typed] = [`'./en/${name}.json'`, new RegExp(`^ +'?${name}'?: typeof `, 'm')];
    if (!types.includes(imported) || !typed.test(types)) faults.push(`en/${name}: web/src/i18n/i18next.d.ts lacks its type`);
  }
  for (const [, name] of types.matchAll(/'\.\/en\/([\w-]+)\.json'/g))
    if (!names.includes(name!)) faults.push(`web/src/i18n/i18next.d.ts names en/${name}, which does not exist`);
  return faults;
}
