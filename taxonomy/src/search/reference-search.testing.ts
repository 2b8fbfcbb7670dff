import { foldWords } from '../text/fold.ts';
import type { NameLanguages, TaxonInput } from '../storage/taxon-record.ts';
import type { Match } from '../ranking.ts';
import type { Query } from '../text/query.ts';
import { listReadings } from '../text/readings.ts';

/** The classes of an ordinary search, best first. Written out here, so that tests notice when the engine changes them. */
const ORDER: readonly Match[] = [
  'exact',
  'head',
  'whole_words',
  'code',
  'name_prefix',
  'other_words',
  'words_in_order',
  'joined',
  'word_prefix',
  'initials',
  'part',
  'possible_code',
  'joined_parts',
];

/**
 * The reference implementation: the ranking of DESIGN.md as plainly as possible, name by name. Tests compare the engine with it. It shares
 * nothing with the engine but the rules for what a text may mean.
 */
export function searchPlainly(
  rows: readonly TaxonInput[],
  text: string,
  languages: NameLanguages,
  order: readonly Match[] = ORDER,
): { id: number; match: Match }[] {
  const found: { id: number; match: Match }[] = [];
  for (const match of order) {
    if ((match === 'possible_code' || match === 'joined_parts') && found.some((hit) => !UNSURE.includes(hit.match))) continue;
    for (const reading of listReadings(text, languages.main)) {
      if (!isTried(reading.scope, match)) continue;
      for (const section of sectionsOf(match)) {
        for (const row of rows) {
          const isMain = section === 'main' || section === 'displayed';
          const names = namesOf(row, languages, isMain ? 'main' : section).slice(0, section === 'displayed' ? 1 : Infinity);
          const isFound = names.some(({ spelled, words }) => holds(match, words, reading, isMain) && hasDigits(spelled, reading.digits));
          if (isFound && !found.some(({ id }) => id === row.id)) found.push({ id: row.id, match });
        }
      }
    }
    if (match === 'exact') moveBehindSpecies(rows, found);
  }
  return found;
}

/** Moves each exact hit that is no species behind the first exact species below it. */
function moveBehindSpecies(rows: readonly TaxonInput[], found: { id: number; match: Match }[]): void {
  const rowOf = (id: number | null) => rows.find((row) => row.id === id);
  const isAbove = (id: number, below: number): boolean => {
    const seen = new Set<number>();
    for (let row = rowOf(rowOf(below)?.parent_id ?? null); row !== undefined && !seen.has(row.id); row = rowOf(row.parent_id)) {
      if (row.id === id) return true;
      seen.add(row.id);
    }
    return false;
  };
  for (const hit of found.filter(({ id, match }) => match === 'exact' && rowOf(id)?.rank !== 'species').toReversed()) {
    const behind = found
      .slice(found.indexOf(hit))
      .find(({ id, match }) => match === 'exact' && rowOf(id)?.rank === 'species' && isAbove(hit.id, id));
    if (behind === undefined) continue;
    found.splice(found.indexOf(hit), 1);
    found.splice(found.indexOf(behind) + 1, 0, hit);
  }
}

const UNSURE: readonly Match[] = ['part', 'possible_code', 'joined_parts'];
const SECTIONS = ['main', 'others', 'foreign'] as const;
const EXACT_SECTIONS = ['displayed', ...SECTIONS] as const;

const LETTERS: readonly string[] = ['code', 'initials', 'possible_code'];

function sectionsOf(match: Match): readonly (typeof EXACT_SECTIONS)[number][] {
  if (match === 'exact') return EXACT_SECTIONS;
  return LETTERS.includes(match) ? SECTIONS.filter((section) => section !== 'foreign') : SECTIONS;
}

function isTried(scope: Query['scope'], match: Match): boolean {
  if (LETTERS.includes(scope) || LETTERS.includes(match)) return scope === match;
  if (scope === 'inflected' && match === 'whole_words') return false;
  return (
    scope === 'all' || scope === 'spelled' || match === 'exact' || match === 'head' || match === 'whole_words' || match === 'other_words'
  );
}

function hasDigits(spelled: string, digits: string): boolean {
  return digits === '' || new RegExp(`(^|\\D)${digits}(\\D|$)`, 'u').test(spelled);
}

/** Ids of names with one typo, for texts without other matches: in a whole word, first in names of no more words than the text, or in a prefix. */
export function searchTyposPlainly(rows: readonly TaxonInput[], text: string, languages: NameLanguages): number[] {
  const tokens = listReadings(text, languages.main).findLast(({ scope }) => scope === 'all' || scope === 'shortened')?.tokens ?? [];
  const found: number[] = [];
  for (const kind of ['whole name', 'whole word', 'prefix'] as const) {
    for (const section of SECTIONS) {
      for (const row of rows) {
        const isFound = namesOf(row, languages, section).some(
          ({ words }) =>
            (kind !== 'whole name' || words.length === tokens.length) &&
            tokens.some(
              (token, at) => token.length >= 4 && inOrderBut(words, tokens, at, (word) => isTypo(word, token, kind !== 'prefix')),
            ),
        );
        if (isFound && !found.includes(row.id)) found.push(row.id);
      }
    }
  }
  return found;
}

function inOrderBut(words: string[], tokens: readonly string[], typoToken: number, isMeant: (word: string) => boolean): boolean {
  const [first, ...rest] = tokens;
  if (first === undefined) return true;
  return words.some(
    (word, at) =>
      (typoToken === 0 ? isMeant(word) : word.startsWith(first)) && inOrderBut(words.slice(at + 1), rest, typoToken - 1, isMeant),
  );
}

/** Whether a word (`whole`) or some prefix of it is at edit distance 1 from the token, counting transposition. */
function isTypo(word: string, token: string, whole: boolean): boolean {
  if (whole ? word === token : word.startsWith(token)) return false;
  for (let length = whole ? word.length : 0; length <= word.length; length++)
    if (areOneTypoApart(word.slice(0, length), token)) return true;
  return false;
}

function areOneTypoApart(a: string, b: string): boolean {
  if (a.length === b.length) {
    const different = [...a].flatMap((letter, at) => (letter === b[at] ? [] : [at]));
    const [one = 0, two = 0] = different;
    if (different.length === 1) return true;
    return different.length === 2 && two === one + 1 && a[one] === b[two] && a[two] === b[one];
  }
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return long.length === short.length + 1 && [...long].some((_, at) => long.slice(0, at) + long.slice(at + 1) === short);
}

function namesOf(row: TaxonInput, languages: NameLanguages, section: (typeof SECTIONS)[number]): { spelled: string; words: string[] }[] {
  const { main, others, foreign = [] } = languages;
  return { main: [main], others, foreign }[section]
    .flatMap((language) => [row.names[language] ?? '', ...(row.name_synonyms[language] ?? [])])
    .filter((spelled) => spelled !== '')
    .map((spelled) => ({ spelled, words: foldWords(spelled) }));
}

function holds(match: Match, words: string[], { tokens, joined, grammar }: Query, isMain: boolean): boolean {
  if (words.length === 0) return false;
  const spaced = tokens.join(' ');
  const name = words.join(' ');
  switch (match) {
    case 'exact':
      return name === spaced;
    case 'head': {
      const isLast = ` ${name}`.endsWith(` ${spaced}`);
      const isFirst = `${name} `.startsWith(`${spaced} `);
      if (!isMain) return false;
      return grammar.isHeadFirst ? isFirst : isLast || (grammar.hasCompounds && isCompound(words.at(-1)!, tokens, grammar.shortHeads));
    }
    case 'whole_words':
      return isMain && areWordsInOrder(words, tokens);
    case 'other_words':
      return !isMain && areWordsInOrder(words, tokens);
    case 'code':
    case 'initials':
    case 'possible_code': {
      const own = words.filter((word, at) => at === 0 || word !== 's');
      return own.length === tokens.length && own.every((word, at) => word.startsWith(tokens[at]!));
    }
    case 'name_prefix':
      return name.startsWith(spaced);
    case 'words_in_order':
      return tokens.length > 1 && inOrder(words, tokens);
    case 'joined':
      return (
        joined.length >= 3 &&
        words.some((_, at) => words.slice(at).join('').startsWith(joined)) &&
        !(tokens.length === 1 && words.some((word) => word.startsWith(joined)))
      );
    case 'joined_parts':
      return splits(joined).some((parts) => inOrder(words, parts));
    case 'word_prefix':
      return tokens.every((token) => words.some((word) => word.startsWith(token)));
    default:
      return (
        (joined.length >= 3 && words.join('').includes(joined)) ||
        (tokens.length > 1 && tokens.some(({ length }) => length >= 3) && tokens.every((token) => isPart(words, token)))
      );
  }
}

function isCompound(word: string, [head = '', ...more]: readonly string[], shortHeads: readonly string[]): boolean {
  if (more.length > 0 || (head.length < 4 && !shortHeads.includes(head)) || !word.endsWith(head)) return false;
  const modifier = word.slice(0, -head.length);
  return modifier.length >= 2 && !(/^[aeiouy]/.test(head) && /[^aeiouylr][lr]$/.test(modifier));
}

function areWordsInOrder(words: string[], tokens: readonly string[]): boolean {
  const [first, ...rest] = tokens;
  if (first === undefined) return true;
  return words.some((word, at) => word === first && areWordsInOrder(words.slice(at + 1), rest));
}

function isPart(words: string[], token: string): boolean {
  return words.some((word) => (token.length >= 3 ? word.includes(token) : word.startsWith(token)));
}

/** Whether words can be chosen in order so that each begins with its token. Tries every choice. */
function inOrder(words: string[], tokens: readonly string[]): boolean {
  const [first, ...rest] = tokens;
  if (first === undefined) return true;
  return words.some((word, at) => word.startsWith(first) && inOrder(words.slice(at + 1), rest));
}

/** All ways to split letters into two or more parts of three or more. */
function splits(letters: string): string[][] {
  const ways: string[][] = [];
  for (let length = 3; length <= letters.length - 3; length++) {
    const rest = letters.slice(length);
    for (const way of [[rest], ...splits(rest)]) ways.push([letters.slice(0, length), ...way]);
  }
  return ways;
}
