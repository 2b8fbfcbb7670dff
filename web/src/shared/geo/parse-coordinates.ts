import { classifyWord, cleanText, type Meaning, meaningsOfO, takeUncertainty } from './typed/words';

export interface Coordinates {
  latitude: number;
  longitude: number;
}

/** One place that a text can mean. */
export interface PlaceReading {
  coordinates: Coordinates;
  coordinate_uncertainty_m: number | null;
  /** Proper name of the grid or code, if it is not in degrees. */
  system?: string;
  /** The text is a link that only says what the map showed. */
  isMapCentre?: boolean;
}

export type CoordinatesAnswer =
  | ({ ok: true } & PlaceReading)
  | { ok: false; reason: 'several'; readings: readonly PlaceReading[] }
  | { ok: false; reason: 'empty' | 'unreadable' | 'range' | 'zero' };

type Mark = '°' | "'" | '"' | ':';
type Token = { type: 'number'; text: string; mark: Mark | null } | { type: 'label'; meanings: readonly Meaning[] } | { type: 'separator' };

/**
 * Parses coordinates in degrees: two halves, each of one to three numbers with or without units, and the hemisphere or axis in any
 * language of the app before or after them. All ways to read the text are tried; if more than one place remains, the answer has them
 * all.
 */
export function parseCoordinates(text: string): CoordinatesAnswer {
  const { rest, metres } = takeUncertainty(cleanText(text).toUpperCase());
  const clean = rest
    .replace(/\b(WGS|EPSG):? ?(84|4326)\b:?/g, ' ')
    .replace(/(\d) ?D ?(\d[\d.,]*) ?M(?: ?(\d[\d.,]*) ?S(?= ?[NEWOZS]|\b))?/g, (_, d, m, s) => `${d}°${m}'${s ? `${s}"` : ''}`)
    .replace(/(\d) ?D(?= ?\d{1,2}(?:[.,]\d+)? ?')/g, '$1°')
    .replace(/[()[\]{}<>]/g, ' ')
    .trim()
    .replace(/[.,;/]+$/, '')
    .trim();
  if (clean === '') return { ok: false, reason: 'empty' };
  const ofO = meaningsOfO(clean);
  const pairs = (['.', ','] as const).flatMap((decimal) => pairsOf(tokensOf(clean, decimal, ofO) ?? [], decimal));
  return judgeReadings(pairs.map((coordinates) => ({ coordinates, coordinate_uncertainty_m: metres })));
}

/** The places among readings: one is the answer, several are a question. */
export function judgeReadings(readings: readonly PlaceReading[]): CoordinatesAnswer {
  if (readings.length === 0) return { ok: false, reason: 'unreadable' };
  const inRange = readings.filter(({ coordinates: { latitude, longitude } }) => Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180);
  const places = inRange.filter(({ coordinates: { latitude, longitude } }) => latitude !== 0 || longitude !== 0);
  const different = [...new Map(places.map((one) => [`${one.coordinates.latitude} ${one.coordinates.longitude}`, one])).values()];
  if (different.length > 1) return { ok: false, reason: 'several', readings: different };
  if (different[0]) return { ok: true, ...different[0] };
  return { ok: false, reason: inRange.length > 0 ? 'zero' : 'range' };
}

/** Degrees that were computed from what a text says, without the noise of floating point. */
export const roundedDegrees = (degrees: number) => Number(degrees.toFixed(7));

const SIGNS = /[°'":]/;

/** Tokens of text whose decimals have `decimal`; null if it is not text of coordinates. */
function tokensOf(text: string, decimal: '.' | ',', ofO: readonly Meaning[]): Token[] | null {
  const tokens: Token[] = [];
  const number = new RegExp(String.raw`[+-]?\d+(?:[${decimal}]\d+)?`, 'y');
  const word = /\p{L}+/uy;
  let at = 0;
  while (at < text.length) {
    const character = text[at]!;
    const last = tokens.at(-1);
    number.lastIndex = at;
    word.lastIndex = at;
    const digits = number.exec(text)?.[0];
    if (digits) {
      const isGlued = at > 0 && /[\d.]/.test(text[at - 1]!);
      // "52.1-5.2" may be a range; with a sign in front it is a pair (ISO 6709).
      if (isGlued && !(/^[+-]/.test(digits) && /^[+-]/.test(text))) return null;
      tokens.push({ type: 'number', text: digits.replace(',', '.'), mark: null });
      at += digits.length;
      continue;
    }
    const letters = word.exec(text)?.[0];
    if (letters) {
      const meaning = classifyWord(letters, ofO);
      if (!meaning) return null;
      if (meaning.type === 'label') tokens.push(meaning);
      if (meaning.type === 'mark') {
        if (last?.type !== 'number') return null;
        last.mark = meaning.mark;
      }
      at += letters.length;
      continue;
    }
    if (SIGNS.test(character)) {
      const isAfterNumber = last?.type === 'number' && last.mark === null;
      // Quotation marks and colons also surround names, as in JSON.
      if (isAfterNumber && !(character === '"' && text[at - 1] === ' ')) last.mark = character as Mark;
      else if (character === '°') return null;
    } else if (/[,;/|~&]/.test(character)) {
      if (character === ',' && /\d/.test(text[at - 1] ?? '') && /\d/.test(text[at + 1] ?? '') && !separatesNumbers(text, at, decimal))
        return null;
      if (last?.type !== 'separator') tokens.push({ type: 'separator' });
    } else if (character === '.' ? /\d/.test(text[at - 1] ?? '') && !/[ ,;]/.test(text[at + 1] ?? '') : !/[ =]/.test(character)) {
      return null;
    }
    at += 1;
  }
  return tokens;
}

/** A comma right between two digits may be a decimal comma: it separates numbers with decimals of their own. */
function separatesNumbers(text: string, at: number, decimal: '.' | ','): boolean {
  const [before, after] = [text.slice(0, at), text.slice(at + 1)];
  if (decimal === '.') return /\.\d+$/.test(before) || /^\d+\.\d/.test(after);
  return /,\d{3,}$/.test(before) && /^\d+,\d{3,}/.test(after);
}

interface Half {
  end: number;
  value: number;
  meanings: readonly Meaning[];
  isMarked: boolean;
  hasDecimals: boolean;
  hasParts: boolean;
}

/**
 * A heading of both axes before both numbers, as in "Lat/Lon: 52.1, 5.2", and whether the longitude comes first; null if there is none.
 */
function headingOf(tokens: readonly Token[]): { rest: readonly Token[]; isTurned: boolean } | null {
  const [first, ...others] = tokens;
  const [second, ...rest] = others[0]?.type === 'separator' ? others.slice(1) : others;
  if (first?.type !== 'label' || second?.type !== 'label' || rest.some(({ type }) => type === 'label')) return null;
  const [one, other] = [first.meanings, second.meanings].map((meanings) => (meanings.length === 1 ? meanings[0]! : null));
  if (!one || !other || one.sign !== null || other.sign !== null || one.axis === other.axis) return null;
  return { rest, isTurned: one.axis === 'longitude' };
}

function pairsOf(tokens: readonly Token[], decimal: '.' | ','): Coordinates[] {
  const heading = headingOf(tokens);
  if (heading) {
    const pairs = pairsOf(heading.rest, decimal);
    return heading.isTurned ? pairs.map(({ latitude, longitude }) => ({ latitude: longitude, longitude: latitude })) : pairs;
  }
  const skip = (at: number) => (tokens[at]?.type === 'separator' ? at + 1 : at);
  const found: Coordinates[] = [];
  for (const first of halvesAt(tokens, skip(0)))
    for (const second of halvesAt(tokens, skip(first.end)))
      if (skip(second.end) === tokens.length) found.push(...placesOf(first, second, decimal));
  return found;
}

/** All halves that start at a token. */
function halvesAt(tokens: readonly Token[], start: number): Half[] {
  const halves: Half[] = [];
  const before: Extract<Token, { type: 'label' }>[] = [];
  let at = start;
  while (tokens[at]?.type === 'label' || (tokens[at]?.type === 'separator' && before.length > 0)) {
    const token = tokens[at]!;
    if (token.type === 'label') before.push(token);
    at += 1;
  }
  const parts: Extract<Token, { type: 'number' }>[] = [];
  while (parts.length < 3) {
    const token = tokens[at];
    if (token?.type !== 'number') break;
    parts.push(token);
    at += 1;
    const after: typeof before = [];
    let end = at;
    for (;;) {
      halves.push(...halvesOf(parts, [...before, ...after], end));
      // NMEA has a comma between a number and its letter.
      const next = tokens[end]?.type === 'separator' && after.length === 0 ? end + 1 : end;
      const label = tokens[next];
      if (label?.type !== 'label' || after.length === 3) break;
      after.push(label);
      end = next + 1;
    }
  }
  return halves;
}

const MARKS: readonly (readonly (Mark | null)[])[] = [
  [null, '°', ':'],
  [null, "'", ':'],
  [null, '"'],
];

function halvesOf(
  parts: readonly Extract<Token, { type: 'number' }>[],
  labels: readonly { meanings: readonly Meaning[] }[],
  end: number,
): Half[] {
  if (parts.some(({ mark }, index) => !MARKS[index]!.includes(mark))) return [];
  // Only the last number has decimals, and only the first a sign.
  if (parts.slice(0, -1).some(({ text }) => text.includes('.')) || parts.slice(1).some(({ text }) => /^[+-]/.test(text))) return [];
  const [degrees, minutes, seconds] = parts.map(({ text }) => text);
  if (Number(minutes ?? 0) >= 60 || Number(seconds ?? 0) >= 60) return [];
  const half = {
    end,
    // Colons alone may be times of day.
    isMarked: parts[0]!.mark === '°',
    hasDecimals: parts.at(-1)!.text.includes('.'),
    hasParts: parts.length > 1,
  };
  const meanings = combined(labels.map((one) => one.meanings));
  if (meanings === null) return [];
  if (!minutes) return valuesOf(degrees!, meanings).map((value) => ({ ...half, ...value }));
  const size = Math.abs(Number(degrees)) + Number(minutes) / 60 + Number(seconds ?? 0) / 3600;
  return [{ ...half, value: roundedDegrees(degrees!.startsWith('-') ? -size : size), meanings }];
}

/** The meaning of all labels of a half together; null if they contradict each other or name two hemispheres. */
function combined(labels: readonly (readonly Meaning[])[]): readonly Meaning[] | null {
  if (labels.length === 0) return [];
  let all: Meaning[] = [...labels[0]!];
  for (const meanings of labels.slice(1))
    all = all.flatMap((one) =>
      meanings.flatMap((other) => {
        if (one.axis !== other.axis || (one.sign !== null && other.sign !== null)) return [];
        return [{ axis: one.axis, sign: one.sign ?? other.sign }];
      }),
    );
  return all.length > 0 ? all : null;
}

/** With a hemisphere, "5205.443" and "0050717" are degrees, minutes and seconds without spaces. */
function valuesOf(text: string, meanings: readonly Meaning[]): { value: number; meanings: readonly Meaning[] }[] {
  if (meanings.length === 0) return [{ value: Number(text), meanings }];
  return meanings.map((meaning) => {
    const width = meaning.axis === 'latitude' ? 2 : 3;
    const parts = new RegExp(String.raw`^(\d{${width}})(\d\d)(\d\d)?(\.\d+)?$`).exec(text);
    if (!parts || meaning.sign === null) return { value: Number(text), meanings: [meaning] };
    const [minutes, seconds] = parts[3]
      ? [Number(parts[2]), Number(parts[3] + (parts[4] ?? ''))]
      : [Number(parts[2] + (parts[4] ?? '')), 0];
    // Out of range if there are too many minutes.
    const value = minutes < 60 && seconds < 60 ? Number(parts[1]) + minutes / 60 + seconds / 3600 : Number(text);
    return { value: roundedDegrees(value), meanings: [meaning] };
  });
}

function placesOf(first: Half, second: Half, decimal: '.' | ','): Coordinates[] {
  const isNamed = first.meanings.length > 0;
  if (isNamed !== second.meanings.length > 0) return [];
  if (!isNamed) {
    // Numbers alone are a pair only if nothing else can be meant; latitude comes first.
    if ((first.hasParts && !first.isMarked) || (second.hasParts && !second.isMarked)) return [];
    // "52,1, 5" may be 52 and 1.5.
    if (decimal === ',' && first.hasDecimals !== second.hasDecimals) return [];
    return [{ latitude: first.value, longitude: second.value }];
  }
  return first.meanings.flatMap((one) =>
    second.meanings.flatMap((other) => {
      if (one.axis === other.axis) return [];
      const firsts = signed(first.value, one);
      const seconds = signed(second.value, other);
      const [latitudes, longitudes] = one.axis === 'latitude' ? [firsts, seconds] : [seconds, firsts];
      return latitudes.flatMap((latitude) => longitudes.map((longitude) => ({ latitude, longitude })));
    }),
  );
}

/** A minus with a hemisphere repeats it or reverses it. */
function signed(value: number, { sign }: Meaning): number[] {
  if (sign === null) return [value];
  return value < 0 ? [value, -value] : [sign === 1 ? value : -value];
}
