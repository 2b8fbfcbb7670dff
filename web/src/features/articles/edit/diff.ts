/** A part of a text: in both versions, only in the earlier one, or only in the later one. */
export interface DiffPart {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** The differences between two texts, by line, and by word within the lines that were changed. */
export function diffTexts(earlier: string, later: string): DiffPart[] {
  const parts: DiffPart[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  const flush = () => {
    parts.push(...diffChanged(removed.join(''), added.join('')));
    removed = [];
    added = [];
  };
  for (const { kind, text } of diffTokens(linesOf(earlier), linesOf(later))) {
    if (kind === 'removed') removed.push(text);
    else if (kind === 'added') added.push(text);
    else {
      flush();
      parts.push({ kind, text });
    }
  }
  flush();
  return joined(parts);
}

const linesOf = (text: string) => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
const wordsOf = (text: string) => text.match(/\s+|[^\s]+/g) ?? [];

/** More comparisons than this would take too long; such texts count as different as a whole. */
const MAX_COMPARISONS = 4_000_000;

function diffChanged(removed: string, added: string): DiffPart[] {
  if (removed === '' || added === '') return whole(removed, added);
  return diffTokens(wordsOf(removed), wordsOf(added));
}

function whole(removed: string, added: string): DiffPart[] {
  return [...(removed ? [{ kind: 'removed' as const, text: removed }] : []), ...(added ? [{ kind: 'added' as const, text: added }] : [])];
}

/** By the longest common subsequence. */
function diffTokens(one: readonly string[], other: readonly string[]): DiffPart[] {
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) start++;
  let end = 0;
  while (end < one.length - start && end < other.length - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  const same = (text: string): DiffPart => ({ kind: 'same', text });
  const [from, to] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  return [
    ...one.slice(0, start).map(same),
    ...(from.length * to.length > MAX_COMPARISONS ? whole(from.join(''), to.join('')) : betweenEnds(from, to)),
    ...one.slice(one.length - end).map(same),
  ];
}

function betweenEnds(from: readonly string[], to: readonly string[]): DiffPart[] {
  const width = to.length + 1;
  const lengths = new Uint32Array((from.length + 1) * width);
  /** The length of the longest common subsequence of the rests that begin at two positions; the rests at the ends have none. */
  const lengthAt = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = from.length - 1; row >= 0; row--)
    for (let column = to.length - 1; column >= 0; column--)
      lengths[row * width + column] =
        from[row] === to[column] ? lengthAt(row + 1, column + 1) + 1 : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1));
  const parts: DiffPart[] = [];
  let [row, column] = [0, 0];
  for (;;) {
    const [removed, added] = [from[row], to[column]];
    if (removed !== undefined && removed === added) {
      parts.push({ kind: 'same', text: removed });
      row++;
      column++;
    } else if (removed !== undefined && (added === undefined || lengthAt(row + 1, column) >= lengthAt(row, column + 1))) {
      parts.push({ kind: 'removed', text: removed });
      row++;
    } else if (added !== undefined) {
      parts.push({ kind: 'added', text: added });
      column++;
    } else return parts;
  }
}

/** Neighbours of one kind as one part. */
function joined(parts: readonly DiffPart[]): DiffPart[] {
  const all: DiffPart[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (last?.kind === part.kind) last.text += part.text;
    else all.push({ ...part });
  }
  return all;
}

const CONTEXT = 200;

/** A long passage that is the same in both texts, without its middle: only what is beside the differences, in whole words. */
export function shortened(text: string): string {
  if (text.length <= 3 * CONTEXT) return text;
  const start = text.slice(0, CONTEXT + 1).replace(/\s+\S*$/, '');
  const end = text.slice(-CONTEXT - 1).replace(/^\S*\s+/, '');
  return `${start}\n…\n${end}`;
}
