import type { NameList, Segment } from './segment.ts';

/** How many lists of three letters are compared; what passes them is nearly always right, and is checked besides. */
export const LISTS_COMPARED = 5;
/** Names of the shortest list that are compared with the others at a time, at first. */
const FIRST_BATCH = 64;
const MOST_IN_A_BATCH = 4096;

const batch = new Uint32Array(MOST_IN_A_BATCH);

/** The groups of three letters of texts, each once. */
export function trigramsOf(texts: readonly string[]): number[] {
  const codes: number[] = [];
  for (const text of texts) {
    for (let at = 0; at + 2 < text.length; at++) {
      const code = trigramAt(text, at);
      if (!codes.includes(code)) codes.push(code);
    }
  }
  return codes;
}

export function trigramAt(text: string, at: number): number {
  return (text.charCodeAt(at) - 97) * 676 + (text.charCodeAt(at + 1) - 97) * 26 + text.charCodeAt(at + 2) - 97;
}

/** Names that hold groups of three letters, and whether there are more. */
export interface Holding {
  names: Uint32Array;
  isCut: boolean;
}

/** Names that were kept of the lists that are compared. One for all. */
let kept = new Uint32Array(MOST_IN_A_BATCH * 2);
const NO_NAMES: Holding = { names: new Uint32Array(), isCut: false };

/**
 * The first names, up to `most` or some more, that hold the groups of three letters of these texts; in their order. There
 * may be some among them that do not: not all groups are looked at. `enough`: so many will do where all of the main language are
 * among them.
 */
export function keepHolding(segment: Segment, texts: readonly string[], most: number, enough = most): Holding {
  const codes = rarestOf(segment, trigramsOf(texts));
  if (codes.length === 0 || segment.trigramLength(codes[0]!) === 0) return NO_NAMES;
  const lists = codes.map((code) => segment.trigram(code));
  const rarest = lists[0]!;
  // Where names are few already, it takes longer to read the longer lists than to look at the names.
  const bytesOfAName = segment.mayReadNames ? segment.bytesOfAName : Infinity;
  let size = 0;
  for (let step = FIRST_BATCH; rarest.at < rarest.end; step = Math.min(step * 2, MOST_IN_A_BATCH)) {
    if (size >= most || (size >= enough && !segment.isMain(kept[size - 1]!))) return { names: kept.slice(0, size), isCut: true };
    let left = readNames(rarest, lists.length === 1 ? Math.min(step, most - size) : step);
    for (let at = 1; at < lists.length && left > 0; at++) {
      const list = lists[at]!;
      if (left * bytesOfAName < bytesUpTo(list, batch[left - 1]!, segment.head.names)) break;
      left = keepNames(list, left);
    }
    growKept(size, left);
    for (let at = 0; at < left; at++) kept[size++] = batch[at]!;
  }
  return size === 0 ? NO_NAMES : { names: kept.slice(0, size), isCut: false };
}

/** About how many bytes of a list come before a name. */
function bytesUpTo({ at, end, name: last }: NameList, name: number, names: number): number {
  return last >= name ? 0 : ((end - at) * (name - last)) / (names - last);
}

function growKept(size: number, more: number): void {
  if (size + more <= kept.length) return;
  const grown = new Uint32Array((size + more) * 2);
  grown.set(kept.subarray(0, size));
  kept = grown;
}

/** The length in bytes of the shortest list of the groups of three letters of texts. */
export function shortestList(segment: Segment, texts: readonly string[]): number {
  let shortest = Infinity;
  for (const text of texts) {
    for (let at = 0; at + 2 < text.length; at++) shortest = Math.min(shortest, segment.trigramLength(trigramAt(text, at)));
  }
  return shortest;
}

/** The groups with the shortest lists, the shortest first, no more than are compared. */
function rarestOf(segment: Segment, codes: readonly number[]): number[] {
  const rarest: number[] = [];
  for (const code of codes) {
    const length = segment.trigramLength(code);
    let place = rarest.length;
    while (place > 0 && segment.trigramLength(rarest[place - 1]!) > length) place--;
    if (place === LISTS_COMPARED) continue;
    if (rarest.length === LISTS_COMPARED) rarest.pop();
    rarest.splice(place, 0, code);
  }
  return rarest;
}

/** Reads the next names of a list into the batch. */
function readNames(list: NameList, most: number): number {
  const { bytes, end } = list;
  let { at, name } = list;
  let size = 0;
  while (at < end && size < most) {
    let value = bytes[at++]!;
    if (value > 0x7f) {
      value &= 0x7f;
      for (let shift = 7; ; shift += 7) {
        const byte = bytes[at++]!;
        value |= (byte & 0x7f) << shift;
        if (byte < 0x80) break;
      }
    }
    name = name < 0 ? value : name + value;
    batch[size++] = name;
  }
  list.at = at;
  list.name = name;
  return size;
}

/** Keeps of the batch those names that are in a list too, which is read as far as need be. */
function keepNames(list: NameList, size: number): number {
  const { bytes, end } = list;
  let { at, name } = list;
  let left = 0;
  for (let next = 0; next < size; next++) {
    const wanted = batch[next]!;
    while (name < wanted && at < end) {
      let value = bytes[at++]!;
      if (value > 0x7f) {
        value &= 0x7f;
        for (let shift = 7; ; shift += 7) {
          const byte = bytes[at++]!;
          value |= (byte & 0x7f) << shift;
          if (byte < 0x80) break;
        }
      }
      name = name < 0 ? value : name + value;
    }
    if (name === wanted) batch[left++] = wanted;
    else if (name < wanted) break;
  }
  list.at = at;
  list.name = name;
  return left;
}
