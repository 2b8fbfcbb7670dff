const MAX_LINES = 50;
const MAX_LENGTH = 300;
const lines: string[] = [];

/** The latest errors and warnings of the app since it was opened, oldest first. They stay on the device unless somebody sends them. */
export function recentLog(): readonly string[] {
  return lines;
}

/** Keeps what the app logs as errors and warnings from now on. */
export function followLog(target: Pick<Console, 'error' | 'warn'> = console): void {
  for (const level of ['error', 'warn'] as const) {
    const log = target[level].bind(target);
    target[level] = (...parts: unknown[]) => {
      remember(parts);
      log(...parts);
    };
  }
}

function remember(parts: readonly unknown[]): void {
  const time = new Date().toISOString().slice(11, 19);
  lines.push(`${time} ${parts.map(textOf).join(' ')}`.slice(0, MAX_LENGTH));
  if (lines.length > MAX_LINES) lines.shift();
}

/** Objects are left out, because they can be records. */
function textOf(part: unknown): string {
  if (part instanceof Error) return `${part.name}: ${part.message}`;
  return typeof part === 'object' && part !== null ? '{…}' : String(part);
}

/*
 * What leaves the device with feedback must not say where somebody was or who somebody is. Rather too much is taken out than too
 * little: a message about an error is readable without its numbers.
 */

const RULES: readonly (readonly [RegExp, string])[] = [
  [/[^\s@<>()"',;:]+@[^\s@<>()"',;:]+\.[^\s@<>()"',;:]+/g, '[email]'],
  [/\b(Bearer|Basic)\s+\S+/gi, '$1 [key]'],
  // The query of an address holds keys, places and what somebody searched for.
  [/([?&][\w.[\]-]+=)[^&\s"'<>)]*/g, '$1[…]'],
  // Ids, keys and tokens.
  [/[A-Za-z0-9_-]{20,}/g, '[key]'],
  [/\d{1,3}(?:[.,]\d+)?\s*[°º][\d\s.,'"′″’”]*/g, '[place]'],
  // Plus codes, and references of grids such as 31U FT 48123 70456.
  [/\b[23456789CFGHJMPQRVWX]{2,8}\+[23456789CFGHJMPQRVWX]{2,4}\b/gi, '[place]'],
  [/\b\d{1,2}\s?[C-X]\s?[A-Z]{2}\s?\d{1,5}\s?\d{1,5}\b/g, '[place]'],
  // Degrees with decimals, and metres of a grid.
  [/\d+[.,]\d{2,}/g, '[number]'],
  [/\d{5,}/g, '[number]'],
];

/** A text without mail addresses, keys, coordinates, and the names of places that the person has saved. */
export function redact(text: string, places: readonly string[] = []): string {
  const names = places.map((name) => name.trim()).filter((name) => name.length > 1);
  // The longest first: "Marsh" must not leave the rest of "Marsh north".
  const longestFirst = names.toSorted((one, other) => other.length - one.length);
  let cut = text;
  for (const name of longestFirst) cut = cut.replace(new RegExp(escaped(name), 'giu'), '[place]');
  for (const [pattern, word] of RULES) cut = cut.replace(pattern, word);
  return cut;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
