import { byteAt, shortAt } from '../elements.ts';
/** Letters without a Unicode decomposition, and the letters that people type for them. */
const SPELLED: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ı: 'i' };

const INVISIBLE = /\p{Cf}/gu;
const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}]+/u;
const SPELLED_LETTERS = /[łøđßæœþı]/g;
const NOT_A_LETTER = /[^a-z]+/g;

/** Characters below this are folded from a table; in this range none depends on its neighbours. */
const TABLE_END = 0x180;
const SPACE = 0x20;
const SEPARATOR = 0;
/** Folds to several letters. */
export const EXPANDS = 1;
export const DROPPED = 2;
/** Per character: one of the constants above, else the code of the letter it folds to. */
export const charKinds = new Uint8Array(TABLE_END);
/** The letters of characters that fold to several. */
export const expansions: Uint8Array[] = [];

/** Longer words and names with more words are truncated. */
export const MAX_WORD_LETTERS = 200;
export const MAX_WORDS = 250;

for (let code = 0; code < TABLE_END; code++) {
  const character = String.fromCharCode(code);
  if (character.replace(INVISIBLE, '') === '') charKinds[code] = DROPPED;
  else if (BETWEEN_WORDS.test(character)) charKinds[code] = SEPARATOR;
  else {
    const letters = foldWord(character);
    if (letters.length === 1) charKinds[code] = letters.charCodeAt(0);
    else if (letters === '') charKinds[code] = DROPPED;
    else {
      charKinds[code] = EXPANDS;
      expansions[code] = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    }
  }
}

/**
 * The words of a text as they are compared: split first, then fold each word to a to z (decision 0022). Words without Latin
 * letters are dropped, so `12 лось` has no words.
 */
export function foldWords(text: string): string[] {
  const folded = foldName(text);
  const words: string[] = [];
  for (let word = 0, start = 0; word < folded.words; word++) {
    const end = folded.ends[word] ?? 0;
    words.push(lettersBetween(folded.letters, start, end));
    start = end;
  }
  return words;
}

/** A folded text as bytes: the letters of all words without spaces, and the end offset of each word. */
export interface FoldedName {
  letters: Uint8Array;
  ends: Uint16Array;
  words: number;
}

const scratch: FoldedName = {
  letters: new Uint8Array(MAX_WORD_LETTERS * MAX_WORDS + MAX_WORD_LETTERS),
  ends: new Uint16Array(MAX_WORDS),
  words: 0,
};

/** Folds without creating strings. The result is valid until the next call. */
export function foldName(text: string): FoldedName {
  const { letters, ends } = scratch;
  let length = 0;
  let start = 0;
  let words = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= TABLE_END) return foldAnyName(text);
    const kind = charKinds[code] ?? SEPARATOR;
    if (kind > DROPPED) {
      if (length - start < MAX_WORD_LETTERS) letters[length++] = kind;
    } else if (kind === SEPARATOR) {
      if (length > start) {
        ends[words++] = start = length;
        if (words === MAX_WORDS) break;
      }
    } else if (kind === EXPANDS) {
      for (const letter of expansions[code] ?? []) if (length - start < MAX_WORD_LETTERS) letters[length++] = letter;
    }
  }
  if (length > start && words < MAX_WORDS) ends[words++] = length;
  scratch.words = words;
  return scratch;
}

function foldAnyName(text: string): FoldedName {
  const { letters, ends } = scratch;
  let length = 0;
  let words = 0;
  for (const word of text.replace(INVISIBLE, '').split(BETWEEN_WORDS)) {
    if (words === MAX_WORDS) break;
    const folded = foldWord(word);
    if (folded === '') continue;
    const end = Math.min(folded.length, MAX_WORD_LETTERS);
    for (let at = 0; at < end; at++) letters[length++] = folded.charCodeAt(at);
    ends[words++] = length;
  }
  scratch.words = words;
  return scratch;
}

function foldWord(word: string): string {
  return word
    .toLowerCase()
    .normalize('NFKD')
    .toLowerCase()
    .replace(SPELLED_LETTERS, (letter) => SPELLED[letter] ?? '')
    .replace(NOT_A_LETTER, '');
}

function lettersBetween(letters: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let at = start; at < end; at++) text += String.fromCharCode(letters[at] ?? 0);
  return text;
}

/** The folded words separated by single spaces: `Łabędź niemy` becomes `labedz niemy`. */
export function fold(text: string): string {
  return foldWords(text).join(' ');
}

/** The folded letters without spaces: `Great Tit` becomes `greattit`. */
export function foldJoined(text: string): string {
  return foldWords(text).join('');
}

/** Like `fold`, but returns a flat string: concatenation makes a rope, which costs memory and time in a string that is cached. */
export function foldFlat(text: string): string {
  const { letters, ends, words } = foldName(text);
  const codes: number[] = [];
  for (let word = 0, at = 0; word < words; word++) {
    if (word > 0) codes.push(SPACE);
    while (at < shortAt(ends, word)) codes.push(byteAt(letters, at++));
  }
  return String.fromCharCode(...codes);
}
