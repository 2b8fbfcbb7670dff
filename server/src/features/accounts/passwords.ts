import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hash, verify } from '@node-rs/argon2';
import { newToken } from './tokens.ts';

/** Argon2id; memory in KiB. Raising these makes new hashes dearer, old ones stay readable. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

let dummy: Promise<string> | null = null;

/** The hash that unknown mail addresses are checked against, so that they take as long as known ones. Made once. */
export function dummyHash(): Promise<string> {
  return (dummy ??= hashPassword(newToken()));
}

/** False for an unknown person (`stored` is null) too, after the same work. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const isRight = await verify(stored ?? (await dummyHash()), password);
  return isRight && stored !== null;
}

const words = readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line !== '' && !line.startsWith('#'));
const common = new Set(words);

const ROWS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwertzuiop', 'azertyuiop'];

/**
 * Whether many people use a password: it stands in the list, is a listed word or any short piece repeated, is a listed word
 * with digits or signs around it, or runs along the keyboard. Letters are compared without case.
 */
export function isCommon(password: string): boolean {
  const folded = password.normalize('NFKC').toLowerCase();
  if (common.has(folded)) return true;
  if (isRepeated(folded) || isRun(folded)) return true;
  // `Password!2024` and `123password123`: what is left without the decoration decides.
  const core = folded.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  if (core !== '' && core !== folded && folded.length - core.length <= 8 && (common.has(core) || isRepeated(core) || isRun(core)))
    return true;
  const unleeted = folded
    .replace(/[@4]/g, 'a')
    .replace(/0/g, 'o')
    .replace(/[1!|]/g, 'i')
    .replace(/3/g, 'e')
    .replace(/[$5]/g, 's')
    .replace(/7/g, 't');
  return unleeted !== folded && common.has(unleeted.replace(/[^\p{L}]+$/u, ''));
}

/** One piece of up to half the length, again and again: `abcabcabcabc`, `passwordpassword`, `aaaaaaaaaaaa`. */
function isRepeated(text: string): boolean {
  if (text.length < 6) return false;
  // Few different characters carry nothing, in whatever order.
  if (new Set(text).size <= 3) return true;
  // At least two whole pieces; the last may be cut short (`qwertyqwertyqw`).
  for (let length = 1; length <= text.length / 2; length++) {
    const piece = text.slice(0, length);
    // A long piece typed twice is weak only where the piece is.
    if (length > 6 && !common.has(piece)) continue;
    if (piece.repeat(Math.ceil(text.length / length)).startsWith(text)) return true;
  }
  return false;
}

/** Made of runs along a row of the keyboard, the alphabet or the digits, forwards or backwards, three or more at a time. */
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
