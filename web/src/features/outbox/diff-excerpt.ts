/** Longer texts are shortened. All lengths are in code points. */
const LONGEST_WHOLE = 160;
const EXCERPT = 120;
/** Common text shown before the first difference. */
const CONTEXT = 30;

/** Excerpts of two versions of a text from shortly before their first difference. Null if both are short. */
export function diffExcerpt(mine: string, theirs: string): { mine: string; theirs: string } | null {
  const [one, other] = [[...mine], [...theirs]];
  if (one.length <= LONGEST_WHOLE && other.length <= LONGEST_WHOLE) return null;
  const start = startOf(one, other);
  return { mine: excerptFrom(one, start), theirs: excerptFrom(other, start) };
}

function startOf(one: readonly string[], other: readonly string[]): number {
  const difference = one.findIndex((letter, at) => letter !== other[at]);
  const from = (difference === -1 ? Math.min(one.length, other.length) : difference) - CONTEXT;
  if (from < EXCERPT / 2) return 0;
  // Starts at a word, if there are spaces.
  const space = one.findIndex((letter, at) => at >= from && at < from + CONTEXT && /\s/.test(letter));
  return space === -1 ? from : space + 1;
}

function excerptFrom(text: readonly string[], start: number): string {
  const end = start + EXCERPT;
  const whole = text.slice(start, end).join('');
  const shown = end < text.length ? `${whole.replace(/\s\S*$/, '')} …` : whole;
  return start > 0 ? `… ${shown}` : shown;
}
