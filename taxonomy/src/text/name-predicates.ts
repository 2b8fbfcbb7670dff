import type { FoldedName } from './fold.ts';

// What a name must fulfil in the classes that the index alone does not decide. Names, letters and tokens come as they are folded.

/** Some word of the name begins with these letters. */
export function hasWordPrefix(name: FoldedName, letters: string): boolean {
  for (let word = 0; word < name.words; word++) if (wordStartsWith(name, word, letters)) return true;
  return false;
}

/** The letters stand in the name, over spaces too. */
export function containsLetters(name: FoldedName, letters: string): boolean {
  const length = name.words === 0 ? 0 : name.ends[name.words - 1]!;
  return containsBetween(name.letters, 0, length, letters);
}

/** Every token is a part of some word; tokens of one and two letters only its beginning. */
export function containsAllTokens(name: FoldedName, tokens: readonly string[]): boolean {
  return tokens.every((token) => {
    for (let word = 0, start = 0; word < name.words; start = name.ends[word++]!) {
      if (token.length < 3 ? wordStartsWith(name, word, token) : containsBetween(name.letters, start, name.ends[word]!, token)) return true;
    }
    return false;
  });
}

/** The letters run on from the beginning of some word over the spaces: `greatt` and `tits` in `great tit song`. */
export function runsFromWordStart(name: FoldedName, letters: string): boolean {
  const length = name.words === 0 ? 0 : name.ends[name.words - 1]!;
  for (let word = 0, start = 0; word < name.words; start = name.ends[word++]!) {
    if (length - start >= letters.length && lettersAt(name.letters, start, letters)) return true;
  }
  return false;
}

/** A part of a text put together from expansions is of this many letters or more. */
export const MIN_PART_LETTERS = 3;

/** The letters are two or more parts, with which words of the name begin in that order: `belper` for `bellis perennis`. */
export function isJoinedFromParts(name: FoldedName, letters: string): boolean {
  // Of each place in the letters the first word after which the rest may be looked for; the first part begins at 0.
  const words: number[] = [0];
  for (let from = 0; from + MIN_PART_LETTERS <= letters.length; from++) {
    for (let word = words[from] ?? name.words; word < name.words; word++) {
      const start = word === 0 ? 0 : name.ends[word - 1]!;
      const most = Math.min(name.ends[word]! - start, letters.length - from);
      let length = 0;
      while (length < most && name.letters[start + length] === letters.charCodeAt(from + length)) length++;
      if (from > 0 && from + length === letters.length) return true;
      for (let to = from + MIN_PART_LETTERS; to <= from + length; to++) words[to] = Math.min(words[to] ?? Infinity, word + 1);
    }
  }
  return false;
}

/** Tokens of this many letters or more may have one wrong letter. */
export const FUZZY_MIN_LETTERS = 4;

/** A word of a name begins with these letters. */
export function wordStartsWith({ letters: name, ends }: FoldedName, word: number, letters: string): boolean {
  const start = word === 0 ? 0 : ends[word - 1]!;
  return ends[word]! - start >= letters.length && lettersAt(name, start, letters);
}

/** A word of a name is these letters. */
export function wordEquals(name: FoldedName, word: number, letters: string): boolean {
  return name.ends[word]! - (word === 0 ? 0 : name.ends[word - 1]!) === letters.length && wordStartsWith(name, word, letters);
}

function containsBetween(name: Uint8Array, start: number, end: number, letters: string): boolean {
  for (let at = start; at + letters.length <= end; at++) if (lettersAt(name, at, letters)) return true;
  return false;
}

function lettersAt(name: Uint8Array, start: number, letters: string): boolean {
  for (let at = 0; at < letters.length; at++) if (name[start + at] !== letters.charCodeAt(at)) return false;
  return true;
}
