import type { COUNT_TYPES } from '../attributes.ts';
import type { Language } from '../vocabulary.ts';
import { COUNT_SIGNS, COUNT_WORDS } from './count-words.ts';

/** The largest count of a record. */
export const MAX_COUNT = 1_000_000_000;

/** No count is longer; what is pasted may be. */
const LONGEST = 80;

/** A count as a record states it. `count_max` only of a range. */
export interface CountValue {
  count: number;
  count_max: number | null;
  count_type: (typeof COUNT_TYPES)[number];
}

/**
 * Why a text is no count. `ambiguous`: 1.200 in English, or 1,200 in German. `fraction`: 2.5. `negative`: -3. `at_most`: a form that records
 * do not have. `reversed`: a range whose first number is the larger. `too_many`: more than `MAX_COUNT`. `unread`: all else.
 */
export const COUNT_FAULTS = ['ambiguous', 'fraction', 'negative', 'at_most', 'reversed', 'too_many', 'unread'] as const;
export type CountFault = (typeof COUNT_FAULTS)[number];

/** What a text says: nothing, which is a count that was not stated; a count; or no count at all. */
export type CountReading = { kind: 'none' } | { kind: 'count'; value: CountValue } | { kind: 'fault'; fault: CountFault };

/**
 * Reads a count as people write it: `12`, `10-12`, `~40`, `ca. 40`, `>50`, `50+`, `min. 5`, with words of all nine languages, and every
 * count that Veld prints. Thousands are separated as the language does it, or in a way that can mean nothing else; null is a text of an
 * unknown language. Whatever is not wholly understood is a fault, and never another count than the one written.
 */
export function readCount(typed: string, language: Language | null): CountReading {
  const text = plain(typed);
  if (text === '') return { kind: 'none' };
  if (text.length > LONGEST) return { kind: 'fault', fault: 'unread' };
  if (NOT_FOUND.has(text)) return { kind: 'count', value: { count: 0, count_max: null, count_type: 'exact' } };
  try {
    return { kind: 'count', value: readPlain(text.replace(INDIVIDUALS, ''), language) };
  } catch (error) {
    if (error instanceof Unreadable) return { kind: 'fault', fault: error.fault };
    throw error;
  }
}

/** A count as short as an input shows it, which `readCount` reads back: `12`, `10–12`, `~40`, `50+`, with the language's thousands. */
export function writeCount(value: CountValue, language: Language): string {
  const { count, count_max, count_type } = value;
  const format = new Intl.NumberFormat(language);
  if (count_type === 'range' && count_max !== null) return `${format.format(count)}–${format.format(count_max)}`;
  if (count_type === 'approximate') return `~${format.format(count)}`;
  return `${format.format(count)}${count_type === 'at_least' ? '+' : ''}`;
}

class Unreadable extends Error {
  fault: CountFault;

  constructor(fault: CountFault) {
    super(fault);
    this.fault = fault;
  }
}

function readPlain(text: string, language: Language | null): CountValue {
  const number = (digits: string) => readNumber(digits, language);
  if (MINUS.test(text)) throw new Unreadable('negative');
  const range = RANGES.map((form) => form.exec(text)).find((found) => found !== null);
  if (range) return readRange(number(range[1]!), number(range[2]!));
  if (AT_MOST.test(text)) throw new Unreadable('at_most');
  for (const [form, count_type] of SINGLE) {
    const found = form.exec(text);
    if (!found) continue;
    const count = number(found[1]!);
    // No such thing was seen: `0+` says nothing, and `~0` may be both.
    if (count === 0 && count_type !== 'exact') break;
    return { count, count_max: null, count_type };
  }
  throw new Unreadable('unread');
}

function readRange(count: number, count_max: number): CountValue {
  if (count_max < count) throw new Unreadable('reversed');
  if (count_max === 0) throw new Unreadable('unread');
  return { count, count_max, count_type: 'range' };
}

/** A whole number, whose separators of thousands are certain. */
function readNumber(digits: string, language: Language | null): number {
  const [separator, ...others] = new Set(digits.replace(/\d/g, ''));
  if (separator !== undefined) checkSeparators(digits, [separator, ...others], language);
  const number = Number(digits.replace(/\D/g, ''));
  if (number > MAX_COUNT) throw new Unreadable('too_many');
  return number;
}

function checkSeparators(digits: string, separators: readonly [string, ...string[]], language: Language | null): void {
  const isPoint = (sign: string) => sign === '.' || sign === ',';
  const areGroups = /^[1-9]\d{0,2}(?:\D\d{3})+$/.test(digits);
  if (separators.length > 1) {
    const [points, last] = [separators.every(isPoint), digits.replace(/\d/g, '').at(-1)!];
    const isDecimal = isPoint(last) && digits.split(last).length === 2 && (!areGroups || !points);
    throw new Unreadable(isDecimal ? 'fraction' : points && areGroups ? 'ambiguous' : 'unread');
  }
  const [sign] = separators;
  if (!isPoint(sign)) {
    if (!areGroups) throw new Unreadable('unread');
    return;
  }
  const groups = digits.split(sign).length - 1;
  if (!areGroups) throw new Unreadable(groups === 1 ? 'fraction' : 'unread');
  // Two separators are no decimal point in any language.
  if (groups === 1 && sign !== groupSign(language)) throw new Unreadable('ambiguous');
}

/** What separates thousands in a language, as Intl prints it, whose numbers must be read back. */
function groupSign(language: Language | null): string | undefined {
  if (language === null) return undefined;
  return new Intl.NumberFormat(language).formatToParts(1_234_567).find(({ type }) => type === 'group')?.value;
}

/** In lower case, without the accents of letters, with one kind of dash, apostrophe and space. */
function plain(typed: string): string {
  return (
    typed
      .trim()
      .toLowerCase()
      .normalize('NFD')
      // Of letters only: a stroke through a sign or a digit changes its meaning.
      .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
      .replaceAll('ł', 'l')
      .replace(/[’ʼ‘]/g, "'")
      .replace(/[‐‑‒–—−]/g, '-')
      .replace(/[ \u00a0\u2007\u2009\u202f]/g, ' ')
  );
}

const NUMBER = String.raw`(\d+(?:[., ']\d+)*)`;
/** The longest first, so that `min` does not hide `minimum of`. */
const oneOf = (texts: readonly string[]) =>
  texts
    .toSorted((one, other) => other.length - one.length)
    .map((text) => text.replace(/[+/.*?()|]/g, String.raw`\$&`).replaceAll(' ', "[ ']"))
    .join('|');
/** A word with the space or the dot that ends it. */
const before = (words: readonly (readonly string[])[]) => `(?:${oneOf(words.flat())})(?:\\. ?| )`;
const after = (words: readonly (readonly string[])[]) => ` ?(?:${oneOf(words.flat())})\\.?`;
const sign = (signs: readonly string[]) => `(?:${oneOf(signs)}) ?`;

const { about, aboutAfter, atLeast, orMore, atMost, fromTo, betweenAnd, individuals, notFound } = COUNT_WORDS;
const MINUS = new RegExp(`^- ?${NUMBER}$`);
const INDIVIDUALS = new RegExp(`(?<=\\d\\+?)${after(individuals)}$`);
const NOT_FOUND: ReadonlySet<string> = new Set(notFound.flat());
const [[, ...froms], tos] = fromTo;
const [betweens, ands] = betweenAnd;
const RANGES = [
  `(?:${before([betweens])})?${NUMBER} ?- ?${NUMBER}`,
  `(?:${before([froms])})?${NUMBER} (?:${oneOf(tos)}) ${NUMBER}`,
  `${before([betweens])}${NUMBER} (?:${oneOf(ands)}) ${NUMBER}`,
].map((form) => new RegExp(`^${form}$`));
const AT_MOST = new RegExp(`^(?:${before(atMost)}|${sign(COUNT_SIGNS.atMost)})${NUMBER}$`);
const SINGLE: readonly (readonly [RegExp, CountValue['count_type']])[] = [
  [new RegExp(`^${NUMBER}$`), 'exact'],
  [new RegExp(`^(?:${before(about)}|${sign(COUNT_SIGNS.about)})${NUMBER}$`), 'approximate'],
  [new RegExp(`^${NUMBER}${after(aboutAfter)}$`), 'approximate'],
  [new RegExp(`^(?:${before(atLeast)}|${sign(COUNT_SIGNS.atLeast)})${NUMBER}$`), 'at_least'],
  [new RegExp(`^${NUMBER} ?(?:${oneOf(COUNT_SIGNS.orMore)}|(?<= )(?:${oneOf(orMore.flat())}))$`), 'at_least'],
];
