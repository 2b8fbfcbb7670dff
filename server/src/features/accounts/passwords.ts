import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hash, verify } from '@node-rs/argon2';
import { isRepetition, passwordFault, type PasswordOwner } from '@veld/contract';
import { invalid } from '../../http/fault.ts';
import { newToken } from './tokens.ts';

/** Cost of Argon2id; memory in KiB. Existing hashes stay valid when it changes, because each contains its own cost. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

let dummy: Promise<string> | null = null;

/** A hash to verify against if the address is unknown, so that the login takes the same time. Computed once. */
export function dummyHash(): Promise<string> {
  return (dummy ??= hashPassword(newToken()));
}

/** Whether a password matches a stored hash. False for null (an unknown person), after the same amount of work. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const isMatch = await verify(stored ?? (await dummyHash()), password);
  return isMatch && stored !== null;
}

/** Refuses a password that is common or contains the name or address of the person; a 422 of the field `password`. */
export function checkNewPassword(password: string, owner: PasswordOwner): void {
  const fault = passwordFault(password, owner) ?? (isCommon(password) ? 'password_common' : null);
  if (fault) throw invalid('password', fault);
}

/** In lower case and without marks, so that `contraseña` and `contrasena` are one word. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ł', 'l');
}

const common = new Set(
  readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(fold),
);
const MIN_WORD = 3;
const MAX_WORD = Math.max(...[...common].map((word) => word.length));

const ROWS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwertzuiop', 'azertyuiop'];

/**
 * Whether a password is too common: it is in common-passwords.txt, or it is nothing but one or two listed words, repeated or not, with
 * digits and symbols before, between or after them, or with digits for letters; or it repeats a short sequence, or follows the
 * keyboard. Ignores case and marks.
 */
export function isCommon(password: string): boolean {
  const folded = fold(password);
  if (common.has(folded) || isRepeated(folded) || isRun(folded)) return true;
  // A sequence repeated with something between: `dragon-dragon-dragon`.
  if (isRepeated(folded.replace(/[^\p{L}\p{N}]+/gu, ''))) return true;
  // Removes leading and trailing digits and symbols: `123abcabcabc`.
  const core = folded.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  if (core !== '' && folded.length - core.length <= MAX_ADDED && (isRepeated(core) || isRun(core))) return true;
  return isMadeOfWords(folded) || isMadeOfWords(withLetters(folded));
}

/** How many digits and symbols are no protection; those of a run or a repetition do not count. */
const MAX_ADDED = 8;
/** How many different listed words are no protection. */
const MAX_WORDS = 2;

/** Whether a text is one or two listed words, repeated or not, and digits and symbols: `welkom123welkom`, `sunshine2026!`. */
function isMadeOfWords(text: string): boolean {
  const found = new Set<string>();
  let added = 0;
  for (const part of text.match(/\p{L}+|[^\p{L}]+/gu) ?? []) {
    if (/^\p{L}/u.test(part)) {
      const words = wordsOf(part);
      if (words === null) return false;
      for (const word of words) found.add(word);
    } else if (!isRun(part) && !isRepeated(part)) added += part.length;
  }
  return found.size > 0 && found.size <= MAX_WORDS && added <= MAX_ADDED;
}

/** The fewest listed words that make up a text; null if they do not. */
function wordsOf(text: string): string[] | null {
  const best: (string[] | null)[] = [[]];
  for (let end = 1; end <= text.length; end++) {
    best[end] = null;
    for (let start = Math.max(0, end - MAX_WORD); start <= end - MIN_WORD; start++) {
      const before = best[start];
      if (!before || (best[end]?.length ?? Infinity) <= before.length + 1) continue;
      const word = text.slice(start, end);
      if (common.has(word)) best[end] = [...before, word];
    }
  }
  return best[text.length] ?? null;
}

/** With letters for the digits and symbols between letters that look like them: `p@ssw0rd` becomes `password`. */
function withLetters(text: string): string {
  const letters: Record<string, string> = { '@': 'a', 4: 'a', 0: 'o', 1: 'i', '!': 'i', '|': 'i', 3: 'e', $: 's', 5: 's', 7: 't' };
  return text.replace(/(?<=\p{L})[@401!|3$57]+(?=\p{L})|^[@$](?=\p{L})/gu, (marks) => [...marks].map((mark) => letters[mark]).join(''));
}

/** A short sequence repeated, or a listed word: `abcabcabcabc`, `passwordpassword`, `aaaaaaaaaaaa`. */
function isRepeated(text: string): boolean {
  if (isRepetition(text)) return true;
  for (let length = 1; length <= text.length / 2; length++) {
    const piece = text.slice(0, length);
    if (common.has(piece) && piece.repeat(Math.ceil(text.length / length)).startsWith(text)) return true;
  }
  return false;
}

/** Whether a text consists of runs of at least three characters along a keyboard row, the alphabet or the digits, in any direction. */
function isRun(text: string): boolean {
  let rest = text;
  while (rest !== '') {
    const length = runAt(rest);
    if (length < 3 && length < rest.length) return false;
    rest = rest.slice(length);
  }
  return true;
}

function runAt(text: string): number {
  let longest = 0;
  for (const row of ROWS.flatMap((line) => [line, [...line].toReversed().join('')])) {
    let length = 1;
    while (length < text.length && row.includes(text.slice(0, length + 1))) length++;
    if (row.includes(text.slice(0, length))) longest = Math.max(longest, length);
  }
  return longest;
}
