/** Parts of a name or address shorter than this occur in passwords by chance. */
const MIN_WHOLE = 4;
const MIN_WORD = 5;
/** A repeated sequence that is longer would be a password by itself (`Password`). */
const MAX_REPEATED = 11;

/** The person whose password it is, as far as known. */
export interface PasswordOwner {
  name?: string | undefined;
  email?: string | undefined;
}

/**
 * Why a password is refused without a list of common ones: it contains the name or address of its owner, or repeats few characters.
 * Null if it is not. Forms and the server apply it; the server also has the list (decision 0020).
 */
export function passwordFault(password: string, { name = '', email = '' }: PasswordOwner): 'password_personal' | 'password_common' | null {
  const folded = fold(password);
  const local = email.split('@', 1)[0] ?? '';
  const wholes = [name, local, email].map(fold).filter((part) => part.length >= MIN_WHOLE);
  const words = [name, local].flatMap((text) => text.split(/[^\p{L}\p{N}]+/u).map(fold)).filter((part) => part.length >= MIN_WORD);
  if ([...wholes, ...words].some((part) => folded.includes(part))) return 'password_personal';
  return isRepetition(folded) ? 'password_common' : null;
}

/** In lower case, without marks, spaces and punctuation: `Anna-de Wit` becomes `annadewit`. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/**
 * At most three different characters, or nothing but a sequence repeated that is too short to be a password by itself:
 * `abcabcabcabc`, `princess1princess1`, also with digits between: `welkom123welkom`.
 */
export function isRepetition(text: string): boolean {
  if (text.length < 6) return false;
  // Few distinct characters carry little information in any order.
  if (new Set(text).size <= 3) return true;
  const length = repeatedLength(text);
  if (length !== null) return length <= MAX_REPEATED;
  const letters = text.replace(/[^\p{L}]+/gu, '');
  return letters.length >= text.length / 2 && (repeatedLength(letters) ?? Infinity) <= MAX_REPEATED;
}

/** The length of the shortest sequence that makes up a text by being repeated; the last repetition may be incomplete. Null without one. */
function repeatedLength(text: string): number | null {
  for (let length = 1; length <= text.length / 2; length++) if (text.startsWith(text.slice(length))) return length;
  return null;
}
