import { expect, it } from 'vitest';
import { machineFactor, measureMachineFactor, toFactor } from './machine.mjs';

it('the machine factor is never below 1 and grows with the time the workload takes', () => {
  expect(toFactor(1)).toBe(1);
  expect(toFactor(200)).toBe(1);
  expect(toFactor(401)).toBe(2.1);
  expect(toFactor(4_000)).toBe(20);
});

it('the machine factor is 1 without a valid value', () => {
  expect(machineFactor('2.5')).toBe(2.5);
  for (const value of ['', '0', '0.4', '-3', 'fast', 'Infinity']) expect(machineFactor(value)).toBe(1);
});

it('measuring the machine gives a factor of at least 1', async () => {
  expect(await measureMachineFactor()).toBeGreaterThanOrEqual(1);
});
