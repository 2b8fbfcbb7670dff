/** Room for marks on names, shared by all segments of a thread: a question is answered at once, so nobody else is using it. */
let bits = new Uint32Array(1 << 10);
const byteSets: Uint8Array[] = [];

/** A set of names, empty. One at a time. */
export function emptyBits(names: number): Uint32Array {
  const size = (names >>> 5) + 1;
  if (bits.length < size) bits = new Uint32Array(size * 2);
  else bits.fill(0, 0, size);
  return bits;
}

/** A byte for each name, all 0. `which`: several may be in use at once. */
export function emptyBytes(which: number, names: number): Uint8Array {
  let set = byteSets[which];
  if (set === undefined || set.length < names) {
    set = new Uint8Array(Math.max(names + (names >>> 2), 1 << 10));
    byteSets[which] = set;
  } else set.fill(0, 0, names);
  return set;
}

/** The names in a set, in order, up to `most`. */
export function bitsToNames(set: Uint32Array, names: number, most: number): Uint32Array {
  const size = (names >>> 5) + 1;
  let count = 0;
  for (let word = 0; word < size && count < most; word++) {
    for (let rest = set[word]!; rest !== 0; rest &= rest - 1) count++;
  }
  const list = new Uint32Array(Math.min(count, most));
  let at = 0;
  for (let word = 0; word < size && at < list.length; word++) {
    for (let rest = set[word]!; rest !== 0 && at < list.length; rest &= rest - 1) {
      list[at++] = (word << 5) + 31 - Math.clz32(rest & -rest);
    }
  }
  return list;
}

/** The names that are in either list; both in order. */
export function inEither(a: Uint32Array, b: Uint32Array): Uint32Array {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  const either = new Uint32Array(a.length + b.length);
  let size = 0;
  let inA = 0;
  let inB = 0;
  while (inA < a.length || inB < b.length) {
    const nextA = a[inA] ?? Infinity;
    const nextB = b[inB] ?? Infinity;
    either[size++] = Math.min(nextA, nextB);
    if (nextA <= nextB) inA++;
    if (nextB <= nextA) inB++;
  }
  return either.subarray(0, size);
}
