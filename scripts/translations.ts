import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { LANGUAGES } from '../contract/src/vocabulary.ts';
import { findTestTextUses, isKnownText } from './test-text-uses.ts';
import { findNamespaceFaults } from './namespaces.ts';
import { findUses } from './translation-uses.ts';

/**
 * Checks the texts of the web app: missing and extra keys, lost placeholders, untranslated and unused texts, and uses of keys that do
 * not exist. English is the source; `docs/glossary/` has the terms of each language.
 */

/** Keys with long texts that are the same in all languages. Only names and addresses may be here. */
const SAME_IN_ALL = new Set<string>(['articles:history.line']);
const LONG = 25;
const NOT_USED = 'is not used';
const PLURAL = /^(.+)_(zero|one|two|few|many|other)$/;

type Words = Map<string, string>;
interface WordFile {
  words: Words;
  faults: string[];
}

export async function findTranslationFaults(root: string, sameInAll: ReadonlySet<string> = SAME_IN_ALL): Promise<string[]> {
  const folder = join(root, 'web/src/i18n');
  const namespaces = namesIn(join(folder, 'en'));
  const faults: string[] = [];
  const english = new Map<string, Words>();
  for (const namespace of namespaces) {
    const file = readWords(join(folder, 'en', `${namespace}.json`));
    const found = [...file.faults, ...pluralFaults('en', file.words, file.words), ...placeholderFaults('en', file.words, file.words)];
    faults.push(...found.map((fault) => `en/${namespace}: ${fault}`));
    english.set(namespace, file.words);
  }
  for (const language of LANGUAGES) {
    if (language === 'en') continue;
    for (const extra of namesIn(join(folder, language)).filter((name) => !english.has(name)))
      faults.push(`${language}/${extra}: there is no en/${extra}`);
    for (const [namespace, source] of english) {
      const path = join(folder, language, `${namespace}.json`);
      const file = existsSync(path) ? readWords(path) : { words: new Map(), faults: ['the file is not there'] };
      const found = [...file.faults];
      if (found.length === 0) {
        found.push(...pluralFaults(language, source, file.words));
        found.push(...placeholderFaults(language, source, file.words));
        if (language === 'fr') found.push(...spacingFaults(file.words));
        found.push(...untranslated(source, file.words, (key) => sameInAll.has(`${namespace}:${key}`)));
        if (found.length === 0 && bases(source).join() !== bases(file.words).join())
          found.push('the keys stand in another order than in en');
      }
      faults.push(...found.map((fault) => `${language}/${namespace}: ${fault}`));
    }
  }
  return [...faults, ...(await useFaults(root, english)), ...testFaults(root, english)];
}

function namesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort();
}

function readWords(path: string): WordFile {
  const text = readFileSync(path, 'utf8');
  let tree: unknown;
  try {
    tree = JSON.parse(text);
  } catch (error) {
    return { words: new Map(), faults: [`is not JSON: ${(error as Error).message}`] };
  }
  const words: Words = new Map();
  const faults: string[] = [];
  let names = 0;
  const walk = (node: unknown, path: string) => {
    if (typeof node === 'string') {
      words.set(path, node);
      if (node.trim() === '') faults.push(`${path} is empty`);
    } else if (node !== null && typeof node === 'object' && !Array.isArray(node)) {
      for (const [key, value] of Object.entries(node)) {
        names += 1;
        walk(value, path === '' ? key : `${path}.${key}`);
      }
    } else faults.push(`${path || 'the file'} is neither text nor a group of texts`);
  };
  walk(tree, '');
  // `JSON.parse` silently keeps the last of two equal keys, so the keys are counted in the text too.
  const written = [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter((match) => match[1] !== undefined).length;
  if (written > names) faults.push('a key stands there twice');
  return { words, faults };
}

/** Missing and extra keys. A plural has exactly the categories of the language, and optionally `_zero`, which i18next shows for 0. */
function pluralFaults(language: string, source: Words, words: Words): string[] {
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories as string[];
  const plurals = new Set([...source.keys()].map(pluralBase).filter((base) => base !== null));
  const faults: string[] = [];
  const wanted = new Set<string>();
  for (const key of source.keys()) if (pluralBase(key) === null) wanted.add(key);
  for (const base of plurals) for (const category of categories) wanted.add(`${base}_${category}`);
  for (const key of wanted) if (!words.has(key)) faults.push(`${key} is missing`);
  for (const key of words.keys()) {
    if (wanted.has(key)) continue;
    const base = pluralBase(key);
    if (base === null || !plurals.has(base)) faults.push(`${key} is not in en`);
    else if (!key.endsWith('_zero')) faults.push(`${key} is no plural of this language, which has ${categories.join(', ')}`);
  }
  return faults;
}

/** Lost and added placeholders. Each form of a plural is compared with `_other` of en, in en too. */
function placeholderFaults(language: string, source: Words, words: Words): string[] {
  const faults: string[] = [];
  for (const [key, text] of words) {
    const english = source.get(`${pluralBase(key) ?? key}_other`) ?? source.get(key);
    if (english === undefined) continue;
    const lost = missingFrom(placeholders(text), placeholders(english)).filter(
      (name) => !(name === '{{count}}' && needsNoCount(language, key)),
    );
    const added = missingFrom(placeholders(english), placeholders(text));
    if (lost.length > 0) faults.push(`${key} lost ${lost.join(' ')}`);
    if (added.length > 0) faults.push(`${key} has ${added.join(' ')}, which en has not`);
  }
  return faults;
}

function untranslated(source: Words, words: Words, mayBeSame: (key: string) => boolean): string[] {
  const same = [...words].filter(([key, text]) => {
    const english = [source.get(key), source.get(`${pluralBase(key) ?? key}_other`)];
    return text.length > LONG && english.includes(text) && !mayBeSame(key);
  });
  return same.map(([key]) => `${key} is the English text`);
}

/** French needs a no-break space before : ; ? ! and inside « ». */
function spacingFaults(words: Words): string[] {
  const wrong = [...words].filter(([, text]) => {
    const plain = text.replace(/https?:\/\/\S+/g, '').replace(/\{\{[^}]*\}\}/g, 'x');
    return /(?:^|[^\u00a0\u202f;?!])[;?!»]|[^\u00a0\u202f]:(?!\d)|«(?![\u00a0\u202f])/.test(plain);
  });
  return wrong.map(([key]) => `${key} needs a no-break space before : ; ? ! or inside « »`);
}

/** A form for a single number may omit that number: `_zero`, and `_one` unless the language uses it for 0 too. */
function needsNoCount(language: string, key: string): boolean {
  return key.endsWith('_zero') || (key.endsWith('_one') && new Intl.PluralRules(language).select(0) !== 'one');
}

/** Placeholders by name, tags and nested keys, each as often as it occurs. */
function placeholders(text: string): string[] {
  return [...text.matchAll(/\{\{-?\s*([\w.]+)[^}]*\}\}|<(\/?\w+)\s*\/?>|(\$t\([^)]*\))/g)].map(
    ([, name, tag, nested]) => nested ?? (name === undefined ? `<${tag}>` : `{{${name}}}`),
  );
}

function missingFrom(those: string[], these: string[]): string[] {
  const rest = [...those];
  return these.filter((name) => {
    const at = rest.indexOf(name);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}

function pluralBase(key: string): string | null {
  return PLURAL.exec(key)?.[1] ?? null;
}

/** Keys in order; the forms of a plural are one key. */
function bases(words: Words): string[] {
  return [...new Set([...words.keys()].map((key) => pluralBase(key) ?? key))];
}

/** Unused keys, and used keys that do not exist. */
async function useFaults(root: string, english: Map<string, Words>): Promise<string[]> {
  const known = new Set([...english].flatMap(([namespace, words]) => bases(words).map((key) => `${namespace}:${key}`)));
  const written = new Set([...english].flatMap(([namespace, words]) => [...words.keys()].map((key) => `${namespace}:${key}`)));
  const { keys, prefixes, mentions, mentionedPrefixes, unreadable } = await findUses(root, [...english.keys()]);
  const faults = unreadable.map((problem) => `the code could not be read: ${problem}`);
  for (const key of keys) if (!known.has(key) && !written.has(key)) faults.push(`${key} is used in the code and missing in en`);
  const all = [...known];
  for (const prefix of prefixes)
    if (!all.some((key) => key.startsWith(prefix))) faults.push(`keys beginning with ${prefix} are used in the code and missing in en`);
  const allPrefixes = [...prefixes, ...mentionedPrefixes];
  const used = (key: string) => keys.has(key) || mentions.has(key) || allPrefixes.some((prefix) => key.startsWith(prefix));
  // A plural form asked for by its full name uses the plural.
  const formsUsed = new Set([...keys, ...mentions].map((key) => pluralBase(key)).filter((base) => base !== null));
  for (const key of known) if (!used(key) && !formsUsed.has(key)) faults.push(`${key} ${NOT_USED}`);
  return faults;
}

/** Keys that browser tests or benchmarks use and English lacks. */
function testFaults(root: string, english: Map<string, Words>): string[] {
  const known = [...english].flatMap(([namespace, words]) => [...words.keys()].map((key) => `${namespace}:${key}`));
  return findTestTextUses(root)
    .filter(({ key }) => !isKnownText(key, known))
    .map(({ file, key }) => `${file}: ${key} is missing in en`);
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '..');
  const faults = [...findNamespaceFaults(root), ...(await findTranslationFaults(root))];
  for (const fault of faults) console.log(fault);
  if (faults.some((fault) => fault.endsWith(NOT_USED)))
    console.log(
      "A key kept as data counts as used when it is written in full, as 'common:nav.map', or as a prefix, as `common:group.${group}`.",
    );
  process.exit(faults.length > 0 ? 1 : 0);
}
