import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Texts of a namespace as they are written: nested groups of texts. */
export type Tree = { [key: string]: string | Tree };

/**
 * Where texts are: a folder for each language with a file for each namespace. English is the source (decision 0069). The texts of the
 * contract are those that the app and the server share.
 */
const APP_TEXTS = ['web/src/i18n', 'contract/texts'];
const SERVER_TEXTS = 'server/texts';

const PLURAL = /^(.+)_(zero|one|two|few|many|other)$/;

/** A namespace of texts, by its name and the folder whose languages have it. */
export interface Namespace {
  name: string;
  folder: string;
}

/** The namespaces that a language has, in order of their names. */
export function namespacesIn(root: string, language: string): Namespace[] {
  return [...APP_TEXTS, SERVER_TEXTS].flatMap((folder) => namesIn(root, folder, language)).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Those that the app shows. */
export function appNamespaces(root: string): Namespace[] {
  return namespacesIn(root, 'en').filter(({ folder }) => folder !== SERVER_TEXTS);
}

function namesIn(root: string, folder: string, language: string): Namespace[] {
  if (!existsSync(join(root, folder, language))) return [];
  const files = readdirSync(join(root, folder, language)).filter((name) => name.endsWith('.json'));
  return files.map((name) => ({ name: name.slice(0, -'.json'.length), folder }));
}

/** The path of the file from the root. */
export function languageFile({ name, folder }: Namespace, language: string): string {
  return `${folder}/${language}/${name}.json`;
}

/** The texts of a namespace in a language; null where the language has no such file. */
export function readTexts(root: string, namespace: Namespace, language: string): Tree | null {
  const path = join(root, languageFile(namespace, language));
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Tree) : null;
}

/** What the forms of a plural have in common: `records` of `records_one`; null for other keys. */
export function pluralBase(key: string): string | null {
  return PLURAL.exec(key)?.[1] ?? null;
}

/** The same where English, whose keys `has` knows, has a general form: `too_many` by itself is no plural. */
export function pluralBaseIn(key: string, has: (key: string) => boolean): string | null {
  const base = pluralBase(key);
  return base !== null && has(`${base}_other`) ? base : null;
}

/** The plural categories of a language: those that i18next asks for, except `zero`, which any plural may have too. */
export function pluralCategories(language: string): string[] {
  return new Intl.PluralRules(language).resolvedOptions().pluralCategories;
}

/** A form for a single number may omit that number: `_zero`, and `_one` unless the language uses it for 0 too. */
export function needsNoCount(language: string, key: string): boolean {
  return key.endsWith('_zero') || (key.endsWith('_one') && new Intl.PluralRules(language).select(0) !== 'one');
}
