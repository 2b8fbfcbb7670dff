import { byteAt, shortAt } from '../elements.ts';
import type { FoldedName } from './fold.ts';

// Predicates on a single folded name. Letters and tokens are folded too.

/** Some word of the name begins with the letters. */
export function hasWordPrefix(name: FoldedName, letters: string): boolean {
  for (let word = 0; word < name.words; word++) if (wordStartsWith(name, word, letters)) return true;
  return false;
}

/** The letters occur anywhere in the name, also across word boundaries. */
export function containsLetters(name: FoldedName, letters: string): boolean {
  const length = name.words === 0 ? 0 : shortAt(name.ends, name.words - 1);
  return containsBetween(name.letters, 0, length, letters);
}

/** Every token occurs within some word; tokens of one or two letters at its start. */
export function containsAllTokens(name: FoldedName, tokens: readonly string[]): boolean {
  return tokens.every((token) => {
    for (let word = 0, start = 0; word < name.words; start = shortAt(name.ends, word++)) {
      if (token.length < 3 ? wordStartsWith(name, word, token) : containsBetween(name.letters, start, shortAt(name.ends, word), token))
        return true;
    }
    return false;
  });
}

/** The letters match from the start of some word on, across word boundaries: `greatt` and `tits` in `great tit song`. */
export function runsFromWordStart(name: FoldedName, letters: string): boolean {
  const length = name.words === 0 ? 0 : shortAt(name.ends, name.words - 1);
  for (let word = 0, start = 0; word < name.words; start = shortAt(name.ends, word++)) {
    if (length - start >= letters.length && lettersAt(name.letters, start, letters)) return true;
  }
  return false;
}

/** Minimum letters of each part of a text joined from word prefixes. */
export const MIN_PART_LETTERS = 3;

/** The letters are two or more prefixes of words of the name, in order: `belper` for `bellis perennis`. */
export function isJoinedFromParts(name: FoldedName, letters: string): boolean {
  // For each offset in the letters, the first word that may match the rest.
  const words: number[] = [0];
  for (let from = 0; from + MIN_PART_LETTERS <= letters.length; from++) {
    for (let word = words[from] ?? name.words; word < name.words; word++) {
      const start = word === 0 ? 0 : shortAt(name.ends, word - 1);
      const most = Math.min(shortAt(name.ends, word) - start, letters.length - from);
      let length = 0;
      while (length < most && name.letters[start + length] === letters.charCodeAt(from + length)) length++;
      if (from > 0 && from + length === letters.length) return true;
      for (let to = from + MIN_PART_LETTERS; to <= from + length; to++) words[to] = Math.min(words[to] ?? Infinity, word + 1);
    }
  }
  return false;
}

/** Minimum letters of the first part of a compound. */
const MIN_MODIFIER = 2;

/** Minimum letters of a token that may contain a typo. */
export const FUZZY_MIN_LETTERS = 4;

/** The word begins with the letters. */
export function wordStartsWith({ letters: name, ends }: FoldedName, word: number, letters: string): boolean {
  const start = word === 0 ? 0 : shortAt(ends, word - 1);
  return shortAt(ends, word) - start >= letters.length && lettersAt(name, start, letters);
}

/** The word equals the letters. */
export function wordEquals(name: FoldedName, word: number, letters: string): boolean {
  return (
    shortAt(name.ends, word) - (word === 0 ? 0 : shortAt(name.ends, word - 1)) === letters.length && wordStartsWith(name, word, letters)
  );
}

function containsBetween(name: Uint8Array, start: number, end: number, letters: string): boolean {
  for (let at = start; at + letters.length <= end; at++) if (lettersAt(name, at, letters)) return true;
  return false;
}

function lettersAt(name: Uint8Array, start: number, letters: string): boolean {
  for (let at = 0; at < letters.length; at++) if (name[start + at] !== letters.charCodeAt(at)) return false;
  return true;
}

/** The name consists of exactly the tokens. */
export function equalsTokens(name: FoldedName, tokens: readonly string[]): boolean {
  return name.words === tokens.length && startsWithTokens(name, tokens) && wordEquals(name, tokens.length - 1, tokens.at(-1)!);
}

/** The first words of the name are the tokens; the last one may be a prefix. */
export function startsWithTokens(name: FoldedName, tokens: readonly string[]): boolean {
  const last = tokens.length - 1;
  if (name.words < tokens.length || !wordStartsWith(name, last, tokens[last]!)) return false;
  for (let word = 0; word < last; word++) if (!wordEquals(name, word, tokens[word]!)) return false;
  return true;
}

/** Words of the name begin with the tokens, in order. */
export function hasTokensInOrder(name: FoldedName, tokens: readonly string[]): boolean {
  let token = 0;
  for (let word = 0; word < name.words && token < tokens.length; word++) if (wordStartsWith(name, word, tokens[token]!)) token++;
  return token === tokens.length;
}

/** Words of the name begin with the tokens, in any order. */
export function hasAllTokens(name: FoldedName, tokens: readonly string[]): boolean {
  return tokens.every((token) => hasWordPrefix(name, token));
}

/** Words of the name equal the tokens, in order. */
export function hasWholeWords(name: FoldedName, tokens: readonly string[]): boolean {
  let token = 0;
  for (let word = 0; word < name.words && token < tokens.length; word++) if (wordEquals(name, word, tokens[token]!)) token++;
  return token === tokens.length;
}

/** The tokens are the head of the name: its last words, or with `isFirst` its first ones. */
export function isHead(name: FoldedName, tokens: readonly string[], isFirst: boolean): boolean {
  const start = isFirst ? 0 : name.words - tokens.length;
  return start >= 0 && name.words >= tokens.length && tokens.every((token, at) => wordEquals(name, start + at, token));
}

/** The last word of the name ends with the letters, after at least two others that may be the end of a word. */
export function endsWithHead({ letters: name, ends, words }: FoldedName, letters: string): boolean {
  if (words === 0) return false;
  const start = words === 1 ? 0 : shortAt(ends, words - 2);
  const from = shortAt(ends, words - 1) - letters.length;
  if (from < start + MIN_MODIFIER || !lettersAt(name, from, letters)) return false;
  // Not Blindschl-eiche: no word ends with a consonant and an l or r.
  return !(
    isVowel(letters.charCodeAt(0)) &&
    isLiquid(byteAt(name, from - 1)) &&
    !isVowel(byteAt(name, from - 2)) &&
    !isLiquid(byteAt(name, from - 2))
  );
}

const VOWELS = new Set([...'aeiouy'].map((letter) => letter.charCodeAt(0)));
const LIQUIDS = new Set([...'lr'].map((letter) => letter.charCodeAt(0)));
const isVowel = (code: number): boolean => VOWELS.has(code);
const isLiquid = (code: number): boolean => LIQUIDS.has(code);

const POSSESSIVE_S = 's'.charCodeAt(0);

/** The words of the name begin with the tokens, one with each. The s of a possessive is no word: `lw` for Lawyer's Wig. */
export function hasInitials(name: FoldedName, tokens: readonly string[]): boolean {
  let token = 0;
  for (let word = 0; word < name.words; word++) {
    const start = word === 0 ? 0 : shortAt(name.ends, word - 1);
    if (word > 0 && name.ends[word] === start + 1 && name.letters[start] === POSSESSIVE_S) continue;
    if (token === tokens.length || !wordStartsWith(name, word, tokens[token]!)) return false;
    token++;
  }
  return token === tokens.length;
}
