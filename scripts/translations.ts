import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { LANGUAGES } from '../contract/src/vocabulary.ts';
import { findTestTextUses, isKnownText } from './test-text-uses.ts';
import { findNamespaceFaults } from './namespaces.ts';
import {
  appNamespaces,
  languageFile,
  type Namespace,
  namespacesIn,
  needsNoCount,
  pluralBase,
  pluralBaseIn,
  pluralCategories,
} from './texts/catalogue.ts';
import { findServerUses, findUses, OPEN_END } from './translation-uses.ts';

/**
 * Checks the texts of the app: extra keys, lost placeholders, unused texts, and uses of keys that do not exist are faults. English is the
 * source: texts that other languages lack are counted, and are faults only with `--release` (decision 0069). `docs/glossary/` has the terms
 * of each language.
 */

/** Words that a language writes as English does, which are no missing translations; those of `all` are names and signs. */
type EqualTexts = Readonly<Record<string, readonly string[]>>;
const EQUAL_TEXTS = 'scripts/texts/equal.json';
const NOT_USED = 'is not used';

type Words = Map<string, string>;
type English = { namespace: Namespace; words: Words }[];
interface WordFile {
  words: Words;
  faults: string[];
}

/** A text that a language lacks: shown in English until it is translated. */
export interface MissingText {
  language: string;
  namespace: Namespace;
  key: string;
  english: string;
}

export interface Findings {
  faults: string[];
  missing: MissingText[];
}

export async function checkTranslations(root: string, equal: EqualTexts): Promise<Findings> {
  const faults: string[] = [];
  const english: English = [];
  for (const namespace of namespacesIn(root, 'en')) {
    const { words, faults: found } = readWords(join(root, languageFile(namespace, 'en')));
    found.push(...missingKeys('en', words, words).map((key) => `${key} is missing`));
    found.push(...pluralFaults('en', words, words), ...placeholderFaults('en', words, words));
    faults.push(...found.map((fault) => `en/${namespace.name}: ${fault}`));
    english.push({ namespace, words });
  }
  const others = LANGUAGES.filter((language) => language !== 'en').map((language) => findInLanguage(root, language, english, equal));
  faults.push(...others.flatMap((found) => found.faults), ...(await useFaults(root, english)), ...testFaults(root, english));
  return { faults, missing: others.flatMap((found) => found.missing) };
}

function findInLanguage(root: string, language: string, english: English, equal: EqualTexts): Findings {
  const faults: string[] = [];
  const missing: MissingText[] = [];
  const allowed = new Set([...(equal.all ?? []), ...(equal[language] ?? [])]);
  const unusedEqual = new Set(equal[language]);
  const present = new Set(namespacesIn(root, language).map((namespace) => languageFile(namespace, language)));
  for (const { namespace, words: source } of english) {
    const file = languageFile(namespace, language);
    const { words, faults: found }: WordFile = present.delete(file) ? readWords(join(root, file)) : { words: new Map(), faults: [] };
    if (found.length === 0) {
      found.push(...pluralFaults(language, source, words), ...placeholderFaults(language, source, words));
      if (language === 'fr') found.push(...spacingFaults(words));
      if (found.length === 0 && isInOtherOrder(source, words)) found.push('the keys stand in another order than in en');
      const same = equalKeys(source, words);
      for (const key of same) unusedEqual.delete(words.get(key)!);
      const keys = [...missingKeys(language, source, words), ...same.filter((key) => !allowed.has(words.get(key)!))];
      missing.push(...keys.map((key) => ({ language, namespace, key, english: englishOf(source, key) ?? '' })));
    }
    faults.push(...found.map((fault) => `${language}/${namespace.name}: ${fault}`));
  }
  for (const extra of present) faults.push(`${extra} has no English file`);
  for (const text of unusedEqual) faults.push(`${EQUAL_TEXTS}: no text in ${language} is ${JSON.stringify(text)} as in English`);
  return { faults, missing };
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

/** The keys that a language should have: those of English, with the forms of plurals that the language asks for. */
function wantedKeys(language: string, source: Words): Set<string> {
  const wanted = new Set<string>();
  for (const key of source.keys()) {
    const base = pluralBaseIn(key, (other) => source.has(other));
    if (base === null) wanted.add(key);
    else for (const category of pluralCategories(language)) wanted.add(`${base}_${category}`);
  }
  return wanted;
}

function missingKeys(language: string, source: Words, words: Words): string[] {
  return [...wantedKeys(language, source)].filter((key) => !words.has(key));
}

/** Extra keys. A plural has only the categories of the language, and optionally `_zero`, which i18next shows for 0. */
function pluralFaults(language: string, source: Words, words: Words): string[] {
  const wanted = wantedKeys(language, source);
  const plurals = new Set([...source.keys()].map((key) => pluralBaseIn(key, (other) => source.has(other))));
  const faults: string[] = [];
  for (const key of words.keys()) {
    if (wanted.has(key)) continue;
    const base = pluralBase(key);
    if (base === null || !plurals.has(base)) faults.push(`${key} is not in en`);
    else if (!key.endsWith('_zero'))
      faults.push(`${key} is no plural of this language, which has ${pluralCategories(language).join(', ')}`);
  }
  return faults;
}

/** Lost and added placeholders. Each form of a plural is compared with `_other` of en, in en too. */
function placeholderFaults(language: string, source: Words, words: Words): string[] {
  const faults: string[] = [];
  for (const [key, text] of words) {
    const english = englishOf(source, key);
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

/** The English text of a key; of a plural, its general form. */
function englishOf(source: Words, key: string): string | undefined {
  return source.get(`${pluralBase(key) ?? key}_other`) ?? source.get(key);
}

/** The keys whose text is that of English, and has a word. */
function equalKeys(source: Words, words: Words): string[] {
  return [...words]
    .filter(([key, text]) => [source.get(key), englishOf(source, key)].includes(text) && /\p{L}{2}/u.test(withoutPlaceholders(text)))
    .map(([key]) => key);
}

function withoutPlaceholders(text: string): string {
  return text.replace(/\{\{[^}]*\}\}|\$t\([^)]*\)/g, '');
}

/** French needs a no-break space before : ; ? ! and inside « ». */
function spacingFaults(words: Words): string[] {
  const wrong = [...words].filter(([, text]) => {
    const plain = text.replace(/https?:\/\/\S*/g, '').replace(/\{\{[^}]*\}\}/g, 'x');
    return /(?:^|[^\u00a0\u202f;?!])[;?!»]|[^\u00a0\u202f]:(?!\d)|«(?![\u00a0\u202f])/.test(plain);
  });
  return wrong.map(([key]) => `${key} needs a no-break space before : ; ? ! or inside « »`);
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

/** Keys in order; the forms of a plural are one key. */
function bases(words: Words): string[] {
  return [...new Set([...words.keys()].map((key) => pluralBase(key) ?? key))];
}

/** Whether the keys that both have stand in another order. */
function isInOtherOrder(source: Words, words: Words): boolean {
  const theirs = bases(words);
  const known = new Set(theirs);
  return (
    bases(source)
      .filter((key) => known.has(key))
      .join() !== theirs.join()
  );
}

/** Unused keys, and used keys that do not exist. */
async function useFaults(root: string, english: English): Promise<string[]> {
  const inApp = new Set(appNamespaces(root).map(({ name }) => name));
  const app = english.filter(({ namespace }) => inApp.has(namespace.name));
  const known = new Set(app.flatMap(({ namespace: { name }, words }) => bases(words).map((key) => `${name}:${key}`)));
  const written = new Set(writtenKeys(app));
  const { keys, prefixes, mentions, mentionedPrefixes, unreadable } = await findUses(
    root,
    app.map(({ namespace }) => namespace),
  );
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
  return [...faults, ...english.filter((one) => !app.includes(one)).flatMap(({ words }) => serverFaults(root, words))];
}

/** Texts of the server that no code names, and named ones that do not exist. The server writes keys without their namespace. */
function serverFaults(root: string, words: Words): string[] {
  const uses = findServerUses(root, new Set([...words.keys()].map((key) => key.split('.')[0]!)));
  const isUsed = (key: string) => uses.some((use) => (use.endsWith(OPEN_END) ? key.startsWith(use.slice(0, -1)) : key === use));
  const isKnown = (use: string) =>
    use.endsWith(OPEN_END) ? [...words.keys()].some((key) => key.startsWith(use.slice(0, -1))) : words.has(use);
  return [
    ...uses.filter((use) => !isKnown(use)).map((use) => `server:${use} is used in the code and missing in en`),
    ...bases(words)
      .filter((key) => !isUsed(key))
      .map((key) => `server:${key} ${NOT_USED}`),
  ];
}

/** Keys that browser tests or benchmarks use and English lacks. */
function testFaults(root: string, english: English): string[] {
  const known = writtenKeys(english);
  return findTestTextUses(root)
    .filter(({ key }) => !isKnownText(key, known))
    .map(({ file, key }) => `${file}: ${key} is missing in en`);
}

function writtenKeys(english: English): string[] {
  return english.flatMap(({ namespace: { name }, words }) => [...words.keys()].map((key) => `${name}:${key}`));
}

/** The allowed equal texts of the project. */
export function readEqualTexts(root: string): EqualTexts {
  return JSON.parse(readFileSync(join(root, EQUAL_TEXTS), 'utf8')) as EqualTexts;
}

/** "Texts to translate: 12 (4 de, 8 pl)". */
export function countMissing(missing: readonly MissingText[]): string {
  const counts = Object.entries(Object.groupBy(missing, ({ language }) => language)).map(
    ([language, texts]) => `${texts!.length} ${language}`,
  );
  return `Texts to translate: ${missing.length}${counts.length > 0 ? ` (${counts.join(', ')})` : ''}`;
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '..');
  const { faults, missing } = await checkTranslations(root, readEqualTexts(root));
  faults.unshift(...findNamespaceFaults(root));
  for (const fault of faults) console.log(fault);
  if (faults.some((fault) => fault.endsWith(NOT_USED)))
    console.log(
      "A key kept as data counts as used when it is written in full, as 'common:nav.map', or as a prefix, as `common:group.${group}`.",
    );
  console.log(`${countMissing(missing)}${missing.length > 0 ? '. See npm run texts -- missing' : ''}`);
  process.exit(faults.length > 0 || (process.argv.includes('--release') && missing.length > 0) ? 1 : 0);
}
