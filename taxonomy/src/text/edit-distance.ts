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
  for (let row = 1; row <= text.length; row++) {
    [before, last, now] = [last, now, before];
    now[0] = Math.min(row, none);
    let least = now[0];
    for (let column = 1; column < columns; column++) {
      const isSame = text[row - 1] === other[column - 1];
      let edits = Math.min(last[column - 1]! + (isSame ? 0 : 1), last[column]! + 1, now[column - 1]! + 1);
      const isSwapped = row > 1 && column > 1 && text[row - 1] === other[column - 2] && text[row - 2] === other[column - 1];
      if (isSwapped) edits = Math.min(edits, before[column - 2]! + 1);
      now[column] = Math.min(edits, none);
      least = Math.min(least, edits);
    }
    if (least > most) return { whole: none, ofPrefix: none };
  }
  let ofPrefix = none;
  for (let column = 0; column < columns; column++) ofPrefix = Math.min(ofPrefix, now[column]!);
  return { whole: other.length < columns ? now[other.length]! : none, ofPrefix };
}
