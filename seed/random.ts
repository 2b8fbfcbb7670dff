import { createHash } from 'node:crypto';

/** Chance that is the same in every run: all of it follows from a word. */
export interface Chance {
  /** From 0 to below 1. */
  next(): number;
  between(min: number, max: number): number;
  /** A whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number;
  pick<T>(list: readonly T[]): T;
  /** True in `share` of the cases. */
  maybe(share: number): boolean;
}

export function chanceOf(word: string): Chance {
  let state = createHash('sha256').update(word).digest().readUInt32LE(0);
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (min: number, max: number) => min + next() * (max - min);
  return {
    next,
    between,
    whole: (min, max) => Math.floor(between(min, max + 1)),
    pick: (list) => list[Math.floor(next() * list.length)]!,
    maybe: (share) => next() < share,
  };
}

/** A uuid of version 4 that always belongs to the same word. */
export function uuidOf(word: string | Buffer): string {
  const bytes = createHash('sha256').update(word).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
