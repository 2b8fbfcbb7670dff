import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FEATURES } from '../contract/src/features.ts';
import { appNamespaces } from './texts/catalogue.ts';
import { TYPES, renderTypes } from './texts/types.ts';

/** Namespaces shared by several features. Every other namespace has the name of its feature. */
const SHARED = ['common'];
const FEATURE_NAMES = Object.keys(FEATURES);

/** Compares the English text files with the list of features and with the types for i18next. Returns one line per fault. */
export function findNamespaceFaults(root: string): string[] {
  const namespaces = appNamespaces(root);
  const faults = namespaces
    .map(({ name }) => name)
    .filter((name) => !SHARED.includes(name) && !FEATURE_NAMES.includes(name))
    .map((name) => `en/${name}: no feature in contract/src/features.ts has this name`);
  const path = join(root, TYPES);
  const types = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (types !== renderTypes(namespaces)) faults.push(`${TYPES} is out of date: run npm run texts`);
  return faults;
}
