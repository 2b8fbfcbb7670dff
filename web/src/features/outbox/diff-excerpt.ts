/** Longer texts are folded where two stand side by side. In letters, as are the others. */
const LONG = 160;
const SHOWN = 120;
/** So much of what both say alike is shown before the place where they part. */
const BEFORE = 30;

/** Two versions of a text, short enough to be compared at a glance: from shortly before they part. Null where both are short. */
export function diffExcerpt(mine: string, theirs: string): { mine: string; theirs: string } | null {
  const [one, other] = [[...mine], [...theirs]];
  if (one.length <= LONG && other.length <= LONG) return null;
  const start = startOf(one, other);
  return { mine: piece(one, start), theirs: piece(other, start) };
}

function startOf(one: readonly string[], other: readonly string[]): number {
  const parting = one.findIndex((letter, at) => letter !== other[at]);
  const from = (parting === -1 ? Math.min(one.length, other.length) : parting) - BEFORE;
  if (from < SHOWN / 2) return 0;
  // Not within a word, where there are any.
  const space = one.findIndex((letter, at) => at >= from && at < from + BEFORE && /\s/.test(letter));
  return space === -1 ? from : space + 1;
}

function piece(text: readonly string[], start: number): string {
  const end = start + SHOWN;
  const whole = text.slice(start, end).join('');
  const shown = end < text.length ? `${whole.replace(/\s\S*$/, '')} …` : whole;
  return start > 0 ? `… ${shown}` : shown;
}
