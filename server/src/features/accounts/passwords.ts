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

const words = readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line !== '' && !line.startsWith('#'));
const common = new Set(words);

const ROWS = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwertzuiop', 'azertyuiop'];

/**
 * Whether a password is too common: it is in common-passwords.txt, repeats a listed word or a short sequence, surrounds a listed
 * word with digits or symbols, or follows the keyboard. Ignores case.
 */
export function isCommon(password: string): boolean {
  const folded = password.normalize('NFKC').toLowerCase();
  if (common.has(folded)) return true;
  // A listed word repeated with something between: `password password`, `dragon-dragon-dragon`.
  if (isRepeated(folded.replace(/[^\p{L}\p{N}]+/gu, ''))) return true;
  if (isRepeated(folded) || isRun(folded)) return true;
  // Removes leading and trailing digits and symbols: `Password!2024`, `123password123`.
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
