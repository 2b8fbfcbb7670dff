import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../vocabulary.ts';
import { COUNT_WORDS } from './count-words.ts';
import { type CountValue, MAX_COUNT, readCount, writeCount } from './typed-count.ts';

const exact = (count: number): CountValue => ({ count, count_max: null, count_type: 'exact' });
const about = (count: number): CountValue => ({ count, count_max: null, count_type: 'approximate' });
const atLeast = (count: number): CountValue => ({ count, count_max: null, count_type: 'at_least' });
const range = (count: number, count_max: number): CountValue => ({ count, count_max, count_type: 'range' });

/** What a text is read as: a count, or the name of its fault. */
function reading(text: string, language: Language | null = 'en'): CountValue | string {
  const read = readCount(text, language);
  return read.kind === 'count' ? read.value : read.kind === 'fault' ? read.fault : read.kind;
}

const number = fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 31, max: 99_999 }), fc.integer({ min: 1, max: MAX_COUNT }));
const language = fc.constantFrom(...LANGUAGES);
const value: fc.Arbitrary<CountValue> = fc.oneof(
  fc.oneof(fc.constant(0), number).map(exact),
  number.map(about),
  number.map(atLeast),
  fc.tuple(fc.oneof(fc.constant(0), number), number).map(([one, other]) => range(Math.min(one, other), Math.max(one, other))),
);

describe('a typed count', () => {
  it.each<[string, CountValue | string]>([
    ['', 'none'],
    ['  ', 'none'],
    ['0', exact(0)],
    ['12', exact(12)],
    [' 12 ', exact(12)],
    ['007', exact(7)],
    ['12 ex.', exact(12)],
    ['12 individuals', exact(12)],
    ['10-12', range(10, 12)],
    ['10–12', range(10, 12)],
    ['10 — 12', range(10, 12)],
    ['10 to 12', range(10, 12)],
    ['between 10 and 12', range(10, 12)],
    ['zwischen 10 und 12 Ex.', range(10, 12)],
    ['0-3', range(0, 3)],
    ['~40', about(40)],
    ['≈ 40', about(40)],
    ['ca. 40', about(40)],
    ['ca.40', about(40)],
    ['c. 40', about(40)],
    ['Ca 40', about(40)],
    ['±40', about(40)],
    ['40 circa', about(40)],
    ['około 40', about(40)],
    ['okolo 40', about(40)],
    ['zo’n 40', about(40)],
    ['>50', atLeast(50)],
    ['≥ 50', atLeast(50)],
    ['50+', atLeast(50)],
    ['50+ ex.', atLeast(50)],
    ['50 or more', atLeast(50)],
    ['min. 5', atLeast(5)],
    ['mind. 5', atLeast(5)],
    ['co najmniej 5', atLeast(5)],
    ['más de 5', atLeast(5)],
    ['nicht gefunden', exact(0)],
    ['2.5', 'fraction'],
    ['2,5', 'fraction'],
    ['0.200', 'fraction'],
    ['1.200,5', 'fraction'],
    ['-3', 'negative'],
    ['−3', 'negative'],
    ['<50', 'at_most'],
    ['max. 50', 'at_most'],
    ['bis 50', 'at_most'],
    ['jusqu’à 50', 'at_most'],
    ['12-10', 'reversed'],
    ['120-30', 'reversed'],
    ['1000000000', exact(MAX_COUNT)],
    ['1000000001', 'too_many'],
    ['9'.repeat(60), 'too_many'],
    ['9'.repeat(90), 'unread'],
    ['many', 'unread'],
    ['a dozen', 'unread'],
    ['10-', 'unread'],
    ['10-12-14', 'unread'],
    ['2026-11-29', 'unread'],
    ['10 12', 'unread'],
    ['10/12', 'unread'],
    ['5?', 'unread'],
    ['2k', 'unread'],
    ['1e3', 'unread'],
    ['10²', 'unread'],
    ['½', 'unread'],
    ['0x10', 'unread'],
    ['+5', 'unread'],
    ['0+', 'unread'],
    ['~0', 'unread'],
    ['0-0', 'unread'],
    ['≯50', 'unread'],
    ['5\u0336', 'unread'],
    ['ca. 10-12', 'unread'],
    ['3 pairs', 'unread'],
    ['1\n200', 'unread'],
  ])('%j is read as %j', (text, expected) => {
    expect(reading(text)).toEqual(expected);
  });

  it.each<[string, Language | null, CountValue | string]>([
    ['1,200', 'en', exact(1200)],
    ['1.200', 'en', 'ambiguous'],
    ['1.200', 'de', exact(1200)],
    ['1.200', 'nl', exact(1200)],
    ['1,200', 'de', 'ambiguous'],
    ['1,200', 'fr', 'ambiguous'],
    ['1.200', 'pl', 'ambiguous'],
    ['1.200', null, 'ambiguous'],
    ['1.200-1.300', 'en', 'ambiguous'],
    ['~1.200', 'de', about(1200)],
    ['1.200–1.500', 'de', range(1200, 1500)],
    ['1.200.000', 'en', exact(1_200_000)],
    ['1,200,000', 'de', exact(1_200_000)],
    ['1.200,000', 'de', 'ambiguous'],
    ['1.20.000', 'de', 'unread'],
    ['1,20', 'en', 'fraction'],
    ['1 200', 'fr', exact(1200)],
    ['1\u00a0200', 'pl', exact(1200)],
    ['1\u202f200', 'fr', exact(1200)],
    ['1\u2009200', 'en', exact(1200)],
    ['1 200 - 1 500', 'af', range(1200, 1500)],
    ['1’200', 'de', exact(1200)],
    ["1'200", null, exact(1200)],
    ['1 200,50', 'fr', 'fraction'],
    ['1 200 30', 'fr', 'unread'],
  ])('%j in the language %s is read as %j', (text, spoken, expected) => {
    expect(reading(text, spoken)).toEqual(expected);
  });

  it('means one thing by each word', () => {
    const { about: some, atLeast: least, atMost, fromTo, betweenAnd } = COUNT_WORDS;
    const meanings = [some, least, atMost].map((words) => [...new Set<string>(words.flat())]);
    const all = meanings.flat();
    expect(all.filter((word, index) => all.indexOf(word) !== index)).toEqual([]);
    const openings: readonly string[] = [...fromTo[0], ...betweenAnd[0]];
    expect(all.filter((word) => openings.includes(word))).toEqual([]);
  });
});

describe('whatever people write as a count', () => {
  const dash = fc.constantFrom('-', '–', ' - ', ' – ', '‑', '−', ' — ');
  const separators: Record<Language, string> = {
    en: ',',
    nl: '.',
    de: '.',
    es: '.',
    fr: '\u202f',
    it: '.',
    pt: '.',
    pl: '\u00a0',
    af: ' ',
  };
  const written = (of: number, by: string) => String(of).replace(/\B(?=(\d{3})+$)/g, by);
  const words = (kind: 'about' | 'atLeast' | 'orMore') => fc.constantFrom(...COUNT_WORDS[kind].flat());
  const noun = fc.oneof(
    fc.constant(''),
    fc.constantFrom(...COUNT_WORDS.individuals.flat()).map((one) => ` ${one}`),
  );
  const separator = fc.tuple(language, fc.constantFrom('', ' ', '\u00a0', '\u2009', '\u202f', '’', "'", null));
  const capital = fc.boolean();

  it('is read with the number that it has, in every form, word and way to separate thousands', () => {
    fc.assert(
      fc.property(
        value,
        separator,
        dash,
        words('about'),
        words('atLeast'),
        words('orMore'),
        noun,
        capital,
        (count, how, line, ...texts) => {
          const [spoken, chosen] = how;
          const [some, least, more, suffix, isCapital] = texts;
          const by = chosen ?? separators[spoken];
          const [first, second] = [written(count.count, by), written(count.count_max ?? 0, by)];
          const forms: Record<CountValue['count_type'], string[]> = {
            exact: [`${first}${suffix}`],
            approximate: [`~${first}`, `≈ ${first}`, `±${first}`, `${some} ${first}${suffix}`, `${some}. ${first}`],
            at_least: [`${first}+`, `>${first}`, `≥ ${first}`, `${least} ${first}${suffix}`, `${least}. ${first}`, `${first} ${more}`],
            range: [
              `${first}${line}${second}${suffix}`,
              `${first} bis ${second}`,
              `de ${first} à ${second}${suffix}`,
              `entre ${first} y ${second}`,
            ],
          };
          for (const text of forms[count.count_type]) expect(reading(isCapital ? text.toUpperCase() : text, spoken), text).toEqual(count);
        },
      ),
    );
  });

  it('is read back from what Veld writes in an input, in every language', () => {
    fc.assert(
      fc.property(value, language, (count, spoken) => {
        expect(reading(writeCount(count, spoken), spoken)).toEqual(count);
      }),
    );
  });

  const digitsIn = (text: string) => text.replace(/\D/g, '').replace(/^0+(?=\d)/, '');
  const pieces = fc.constantFrom(
    '0',
    '1',
    '2',
    '12',
    '200',
    '1200',
    '.',
    ',',
    ' ',
    '\u00a0',
    "'",
    '-',
    '–',
    '+',
    '~',
    '>',
    '<',
    '?',
    '/',
    '(',
    ')',
    '*',
    'k',
    '½',
    '²',
    ...Object.values(COUNT_WORDS).flat(2),
    'many',
    'pairs',
    'dozen',
    '٣',
    '１',
    '\u0338',
    '%',
    'e',
    'ex',
    'm',
    '#',
    '\t',
  );

  it('never yields digits that were not written, or fewer', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 7 }), language, (parts, spoken) => {
        const text = parts.join('');
        const read = readCount(text, spoken);
        if (read.kind !== 'count' || !/\d/.test(text)) return;
        const { count, count_max } = read.value;
        const numbers = text
          .split(/[^\d., '\u00a0]+/)
          .map(digitsIn)
          .filter(Boolean);
        const stated = count_max === null ? [count] : [count, count_max];
        // Leading zeros aside, and a range whose numbers a space separates from their word.
        expect(numbers, JSON.stringify(text)).toEqual(stated.map(String));
      }),
      { numRuns: 3000 },
    );
  });

  it('is no count if anything in it is not understood', () => {
    const strange = fc.constantFrom(
      '?',
      '!',
      '/',
      '*',
      '%',
      '#',
      '(',
      '½',
      '²',
      '٣',
      'q',
      'k',
      '\u0338',
      '€',
      ':',
      ';',
      '_',
      '=',
      '\n',
      '\u200b',
      '"',
    );
    fc.assert(
      fc.property(value, language, strange, fc.nat(), (count, spoken, sign, where) => {
        const text = writeCount(count, spoken);
        const at = where % (text.length + 1);
        const changed = `${text.slice(0, at)}${sign}${text.slice(at)}`;
        // A line break around a text is no part of it.
        if (changed.trim() === text) return;
        expect(typeof reading(changed, spoken), JSON.stringify(changed)).toBe('string');
      }),
    );
    fc.assert(
      fc.property(
        fc.string().filter((text) => !/\d/.test(text)),
        language,
        (text, spoken) => typeof reading(text, spoken) === 'string',
      ),
    );
  });
});
