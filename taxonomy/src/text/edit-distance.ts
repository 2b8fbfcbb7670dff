import { byteAt } from '../elements.ts';
let before = new Uint8Array(64);
let last = new Uint8Array(64);
let now = new Uint8Array(64);

/**
 * The edits (one letter wrong, missing or extra, or two adjacent letters swapped) that turn a text into another one and, as
 * `ofPrefix`, into a beginning of it. More than `most` edits are returned as `most + 1`.
 */
export function editDistance(text: string, other: string, most: number): { whole: number; ofPrefix: number } {
  const none = most + 1;
  if (text.length > other.length + most) return { whole: none, ofPrefix: none };
  const columns = Math.min(other.length, text.length + most) + 1;
  if (now.length < columns) [before, last, now] = [new Uint8Array(columns * 2), new Uint8Array(columns * 2), new Uint8Array(columns * 2)];
  for (let column = 0; column < columns; column++) now[column] = Math.min(column, none);
  const { length } = text;
  for (let row = 1; row <= length; row++) {
    [before, last, now] = [last, now, before];
    // Farther from the diagonal, there are more edits than `most`.
    const from = Math.max(1, row - most);
    const to = Math.min(columns - 1, row + most);
    let least = (now[from - 1] = from === 1 ? Math.min(row, none) : none);
    const letter = text.charCodeAt(row - 1);
    const previous = row > 1 ? text.charCodeAt(row - 2) : -1;
    for (let column = from; column <= to; column++) {
      const own = other.charCodeAt(column - 1);
      let edits = byteAt(last, column - 1) + (letter === own ? 0 : 1);
      if (byteAt(last, column) < edits) edits = byteAt(last, column) + 1;
      if (byteAt(now, column - 1) < edits) edits = byteAt(now, column - 1) + 1;
      const isSwapped = column > 1 && previous === own && letter === other.charCodeAt(column - 2);
      if (isSwapped && byteAt(before, column - 2) < edits) edits = byteAt(before, column - 2) + 1;
      now[column] = edits < none ? edits : none;
      if (edits < least) least = edits;
    }
    if (to + 1 < columns) now[to + 1] = none;
    if (least > most) return { whole: none, ofPrefix: none };
  }
  let ofPrefix = none;
  for (let column = Math.max(0, length - most); column < columns; column++) ofPrefix = Math.min(ofPrefix, byteAt(now, column));
  return { whole: other.length < columns ? byteAt(now, other.length) : none, ofPrefix };
}
