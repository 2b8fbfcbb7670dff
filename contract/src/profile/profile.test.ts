import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isOrcid, readOrcid } from './profile.ts';

it('accepts ORCID iDs with the right checksum only', () => {
  for (const valid of ['0000-0002-1825-0097', '0000-0001-5109-3700', '0000-0002-1694-233X']) expect(isOrcid(valid)).toBe(true);
  for (const wrong of ['0000-0002-1825-0098', '0000-0002-1694-2330', '0000000218250097', '0000-0002-1825-009', '', 'X000-0002-1825-0097'])
    expect(isOrcid(wrong)).toBe(false);
});

it('an ORCID iD with any single wrong digit is refused', () => {
  const id = '0000-0002-1825-0097';
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 15 }), fc.integer({ min: 1, max: 9 }), (place, change) => {
      const at = place + Math.floor(place / 4);
      const other = (Number(id[at]) + change) % 10;
      expect(isOrcid(id.slice(0, at) + other + id.slice(at + 1))).toBe(false);
    }),
  );
});

it('an ORCID iD is read from an address and in lower case', () => {
  expect(readOrcid(' https://orcid.org/0000-0002-1694-233x ')).toBe('0000-0002-1694-233X');
});
