import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Texts of a namespace as they are written: nested groups of texts. */
export type Tree = { [key: string]: string | Tree };

/** The texts of the web app, a folder for each language with a file for each namespace. English is the source (decision 0069). */
export const TEXTS = 'web/src/i18n';

const PLURAL = /^(.+)_(zero|one|two|few|many|other)$/;

/** The names of the files of texts in a folder, in order. */
export function namesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort();
}

/** The texts of a namespace in a language; null where the language has no such file. */
export function readTexts(root: string, language: string, namespace: string): Tree | null {
  const path = join(root, TEXTS, language, `${namespace}.json`);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Tree) : null;
}

/** What the forms of a plural have in common: `records` of `records_one`; null for other keys. */
export function pluralBase(key: string): string | null {
  return PLURAL.exec(key)?.[1] ?? null;
}

/** The plural categories of a language: those that i18next asks for, except `zero`, which any plural may have too. */
export function pluralCategories(language: string): string[] {
  return new Intl.PluralRules(language).resolvedOptions().pluralCategories;
}

/** A form for a single number may omit that number: `_zero`, and `_one` unless the language uses it for 0 too. */
export function needsNoCount(language: string, key: string): boolean {
  return key.endsWith('_zero') || (key.endsWith('_one') && new Intl.PluralRules(language).select(0) !== 'one');
}
