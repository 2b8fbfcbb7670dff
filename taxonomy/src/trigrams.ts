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

/** The first names, up to `most` or some more, that hold the groups of three letters of these texts; in their order. */
export function keepHolding(segment: Segment, texts: readonly string[], most: number): { names: Uint32Array; isCut: boolean } {
  const codes = trigramsOf(texts).sort((a, b) => segment.trigramLength(a) - segment.trigramLength(b));
  if (codes.length === 0 || segment.trigramLength(codes[0]!) === 0) return { names: new Uint32Array(), isCut: false };
  const [rarest, ...others] = codes.slice(0, LISTS_COMPARED).map((code) => segment.trigram(code));
  let kept = new Uint32Array(Math.min(most, FIRST_BATCH) * 2);
  let size = 0;
  for (let step = FIRST_BATCH; rarest!.at < rarest!.end; step = Math.min(step * 2, MOST_IN_A_BATCH)) {
    if (size >= most) return { names: kept.subarray(0, size), isCut: true };
    let left = readNames(rarest!, others.length === 0 ? Math.min(step, most - size) : step);
    for (const list of others) {
      if (left === 0) break;
      left = keepNames(list, left);
    }
    if (size + left > kept.length) {
      const grown = new Uint32Array((size + left) * 2);
      grown.set(kept);
      kept = grown;
    }
    for (let at = 0; at < left; at++) kept[size++] = batch[at]!;
  }
  return { names: kept.subarray(0, size), isCut: false };
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
  let next = 0;
  for (;;) {
    while (next < size && batch[next]! < name) next++;
    if (next === size) break;
    if (batch[next] === name) batch[left++] = batch[next++]!;
    if (at >= end || next === size) break;
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
  list.at = at;
  list.name = name;
  return left;
}
