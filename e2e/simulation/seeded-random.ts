import { seedRandom } from '../../bench/report.ts';

/** A random generator that repeats itself for the same seed. */
export interface SeededRandom {
  /** A whole number from 0 to `limit - 1`. */
  below(limit: number): number;
  is(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
}

/** Combines the numbers into one seed. */
export function seededRandom(...numbers: number[]): SeededRandom {
  let seed = 17;
  for (const number of numbers) seed = (Math.imul(seed, 1_000_003) + number) >>> 0;
  const next = seedRandom(seed);
  // The first values of neighbouring seeds are similar.
  next();
  return {
    below: (limit) => Math.floor(next() * limit),
    is: (probability) => next() < probability,
    pick: (from) => from[Math.floor(next() * from.length)]!,
  };
}

/** A version 4 UUID from the generator, so that a replayed seed makes the same ones. */
export function drawUuid(random: SeededRandom): `${string}-${string}-${string}-${string}-${string}` {
  const hex = Array.from({ length: 32 }, () => random.below(16).toString(16));
  hex[12] = '4';
  hex[16] = '89ab'[random.below(4)]!;
  const text = hex.join('');
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}`;
}
