import { type Language, LANGUAGES } from '@veld/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { bytes } from './units';
import { clockTime, formatDate, recordedDate } from './format';
import { quoted } from './quoted';
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

describe('dates of a long list', () => {
  afterEach(() => {
    setCountry(null);
    vi.restoreAllMocks();
  });

  it('are written without making a formatter for each, which takes most of a frame for a screenful', () => {
    setCountry('IE');
    const made = vi.spyOn(Intl, 'DateTimeFormat');
    for (let day = 1; day <= 30; day++) formatDate(Date.UTC(2026, 4, day), 'en', { timeZone: 'UTC', dateStyle: 'long' });
    expect(made.mock.calls.length).toBeLessThanOrEqual(2);
  });
});

describe('recorded dates', () => {
  afterEach(() => setCountry(null));
  // ICU versions differ in the spaces around a dash.
  const written = (date: string, language: Language) => recordedDate(date, language).replaceAll(/\s*–\s*/g, '–');

  it.each<[string, string, string, string]>([
    ['2026', '2026', '2026', '2026'],
    ['1026', '1026', '1026', '1026'],
    ['2026-05', 'May 2026', 'Mai 2026', 'mai 2026'],
    ['2026-05-01/2026-05-03', '1–3 May 2026', '1.–3. Mai 2026', '1–3 mai 2026'],
    ['2026-04/2026-05', 'April–May 2026', 'April–Mai 2026', 'avril–mai 2026'],
    ['2024/2026', '2024–2026', '2024–2026', '2024–2026'],
    ['2025-12-30/2026-01-02', '30 Dec 2025–2 Jan 2026', '30. Dez. 2025–2. Jan. 2026', '30 déc. 2025–2 janv. 2026'],
    ['2026-05-03/2026-05-03', '3 May 2026', '3. Mai 2026', '3 mai 2026'],
    ['2024/2026-05', '2024–May 2026', '2024–Mai 2026', '2024–mai 2026'],
  ])('are as precise as they were entered: %s', (date, english, german, french) => {
    setCountry('GB');
    expect(written(date, 'en')).toBe(english);
    expect([written(date, 'de'), written(date, 'fr')]).toEqual([german, french]);
  });

  it('follow the order of the country, and are shown as they are where they are no dates', () => {
    setCountry('US');
    expect(written('2026-05-01/2026-05-03', 'en')).toBe('May 1–3, 2026');
    expect(['2026--', 'soon', '2026-05-03/2026-05-01'].map((date) => written(date, 'en'))).toEqual([
      '2026--',
      'soon',
      '2026-05-03/2026-05-01',
    ]);
    expect(recordedDate(null, 'en')).toBe('');
  });
});

describe('sizes of data', () => {
  it.each([
    [0, '0 kB'],
    [1, '< 1 kB'],
    [118, '< 1 kB'],
    [1000, '1 kB'],
    [999_960, '1 MB'],
    [1_900_000, '1.9 MB'],
    [999_960_000, '1 GB'],
    [3_200_000_000, '3.2 GB'],
    [7_000_000_000_000, '7 TB'],
  ])('%d bytes are written as %s, in a unit that people know', (size, text) => expect(bytes(size, 'en')).toBe(text));

  it('are never in bytes, in any language', () => {
    for (const language of LANGUAGES) expect(bytes(118, language)).toMatch(/^< 1\s(kB|ko)$/u);
  });
});

it.each([
  ['en', '“word”'],
  ['de', '„word“'],
  ['fr', '«\u00a0word\u00a0»'],
  ['pl', '„word”'],
] as const)('quotes as %s does', (language, shown) => expect(quoted('word', language)).toBe(shown));
