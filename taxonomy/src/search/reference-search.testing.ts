import { foldWords } from '../text/fold.ts';
import { languageList, type NameLanguages, type TaxonInput } from '../storage/taxon-record.ts';
import type { Match } from '../ranking.ts';

/** The classes of an ordinary search, best first. Written out here, so that tests notice when the engine changes them. */
const ORDER: readonly Match[] = ['exact', 'name_prefix', 'words_in_order', 'joined', 'joined_parts', 'word_prefix', 'part'];

/**
 * The reference implementation: the ranking of DESIGN.md as plainly as possible, name by name. Tests compare the engine with it.
 */
export function searchPlainly(
  rows: readonly TaxonInput[],
  text: string,
  languages: NameLanguages,
  order: readonly Match[] = ORDER,
): { id: number; match: Match }[] {
  const tokens = foldWords(text);
  const spaced = tokens.join(' ');
  const joined = tokens.join('');
  if (joined === '') return [];
  const found: { id: number; match: Match }[] = [];
  for (const match of order) {
    for (const isMain of [true, false]) {
      for (const row of rows) {
        const names = namesOf(row, languages, isMain);
        if (names.some((words) => holds(match, words, tokens, spaced, joined)) && !found.some(({ id }) => id === row.id))
          found.push({ id: row.id, match });
      }
    }
  }
  return found;
}

/** Ids of fuzzy matches, for texts without other matches. */
export function searchFuzzyPlainly(rows: readonly TaxonInput[], text: string, languages: NameLanguages): number[] {
  const tokens = foldWords(text);
  const found: number[] = [];
  for (const whole of [true, false]) {
    for (const isMain of [true, false]) {
      for (const row of rows) {
        const isFound = namesOf(row, languages, isMain).some((words) =>
          tokens.some((token, at) => token.length >= 4 && inOrderBut(words, tokens, at, (word) => isTypo(word, token, whole))),
        );
        if (isFound && !found.includes(row.id)) found.push(row.id);
      }
    }
  }
  return found;
}

function inOrderBut(words: string[], tokens: string[], typoToken: number, isMeant: (word: string) => boolean): boolean {
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

function namesOf(row: TaxonInput, languages: NameLanguages, isMain: boolean): string[][] {
  return languageList(languages)
    .filter((language) => (language === languages.main) === isMain)
    .flatMap((language) => [row.names[language] ?? '', ...(row.name_synonyms[language] ?? [])])
    .map(foldWords)
    .filter((words) => words.length > 0);
}

function holds(match: Match, words: string[], tokens: string[], spaced: string, joined: string): boolean {
  const name = words.join(' ');
  switch (match) {
    case 'exact':
      return name === spaced;
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

function isPart(words: string[], token: string): boolean {
  return words.some((word) => (token.length >= 3 ? word.includes(token) : word.startsWith(token)));
}

/** Whether words can be chosen in order so that each begins with its token. Tries every choice. */
function inOrder(words: string[], tokens: string[]): boolean {
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
