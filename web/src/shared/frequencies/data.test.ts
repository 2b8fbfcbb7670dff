import { expect, it } from 'vitest';
import { dayIn, monthFrom } from './data';

it('reads a month from an address, and nothing else', () => {
  expect(['1', '12', '0', '13', '05', 'may', '', null].map(monthFrom)).toEqual([1, 12, null, null, null, null, null, null]);
});

it('asks by the middle of another month, and by today in this one', () => {
  expect(dayIn(null, '2026-11-24')).toBe('2026-11-24');
  expect(dayIn(11, '2026-11-24')).toBe('2026-11-24');
  expect(dayIn(5, '2026-11-24')).toBe('2026-05-15');
});
