import { createHash } from 'node:crypto';

/** A seeded random number generator. */
export interface Random {
  /** From 0 (included) to 1 (excluded). */
  next(): number;
  between(min: number, max: number): number;
  /** An integer from `min` to `max`, both included. */
  integer(min: number, max: number): number;
  pick<T>(list: readonly T[]): T;
  /** True with the given probability. */
  maybe(share: number): boolean;
}

/** A generator that gives the same numbers for the same seed (mulberry32). */
export function seededRandom(seed: string): Random {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0);
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
    integer: (min, max) => Math.floor(between(min, max + 1)),
    pick: (list) => list[Math.floor(next() * list.length)]!,
    maybe: (share) => next() < share,
  };
}

/** A UUID version 4, always the same for the same seed. */
export function deriveUuid(seed: string | Buffer): string {
  const bytes = createHash('sha256').update(seed).digest().subarray(0, 16);
  bytes[6] = (bytes.readUInt8(6) & 0x0f) | 0x40;
  bytes[8] = (bytes.readUInt8(8) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
