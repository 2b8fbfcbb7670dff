import { randomOf } from '../../bench/report.ts';

/** Everything that is left to chance, from one number. */
export interface Chance {
  below(limit: number): number;
  is(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
}

export function chanceOf(...numbers: number[]): Chance {
  let seed = 17;
  for (const number of numbers) seed = (Math.imul(seed, 1_000_003) + number) >>> 0;
  const random = randomOf(seed);
  // The first numbers of neighbouring seeds lie close together.
  random();
  return {
    below: (limit) => Math.floor(random() * limit),
    is: (probability) => random() < probability,
    pick: (from) => from[Math.floor(random() * from.length)]!,
  };
}

/** A version 4 uuid made of chance, so that a replayed seed makes the same ones. */
export function uuidOf(chance: Chance): `${string}-${string}-${string}-${string}-${string}` {
  const hex = Array.from({ length: 32 }, () => chance.below(16).toString(16));
  hex[12] = '4';
  hex[16] = '89ab'[chance.below(4)]!;
  const text = hex.join('');
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}`;
}
