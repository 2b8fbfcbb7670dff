import { LANGUAGES } from '@veld/contract';
import { expect, it } from 'vitest';
import { bytes } from './bytes';

it('says sizes in units that people know, and never in bytes', () => {
  const sizes = [0, 118, 999, 1000, 1234, 999_960, 45_600_000, 999_960_000, 3_200_000_000, 7_000_000_000_000];
  expect(sizes.map((size) => bytes(size, 'en'))).toEqual([
    '0 kB',
    '< 1 kB',
    '< 1 kB',
    '1 kB',
    '1.2 kB',
    '1 MB',
    '45.6 MB',
    '1 GB',
    '3.2 GB',
    '7 TB',
  ]);
  for (const language of LANGUAGES) expect(bytes(118, language)).toMatch(/^< 1\s(kB|ko)$/u);
});
