import { afterEach, describe, expect, it } from 'vitest';
import { bytes, clockTime, formatDate, recordedDate } from './format';
import { setCountry } from './locale';

const LATE = Date.UTC(2026, 10, 22, 14, 36);

describe('dates on screen', () => {
  afterEach(() => setCountry(null));

  it.each([
    ['GB', '22 Nov 2026', '14:36', '22 Nov 2026, 14:36'],
    ['US', 'Nov 22, 2026', '2:36 PM', 'Nov 22, 2026, 2:36 PM'],
  ])('are written in English as in the person’s country: %s', (country, day, time, moment) => {
    setCountry(country);
    const plain = (text: string) => text.replaceAll('\u202f', ' ');
    expect(recordedDate('2026-11-22', 'en')).toBe(day);
    expect(plain(clockTime('14:36', 'en'))).toBe(time);
    expect(plain(formatDate(LATE, 'en', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }))).toBe(moment);
  });

  it('keep the language where the country speaks another', () => {
    setCountry('GB');
    expect(recordedDate('2026-11-22', 'nl')).toBe('22 nov 2026');
  });
});

describe('sizes of data', () => {
  it.each([
    [0, '0 kB'],
    [1, '1 byte'],
    [1_900_000, '1.9 MB'],
  ])('%d bytes are written as %s', (size, text) => expect(bytes(size, 'en')).toBe(text));
});
