export interface Coordinates {
  latitude: number;
  longitude: number;
}

export type CoordinatesAnswer = { ok: true; coordinates: Coordinates } | { ok: false; reason: 'empty' | 'unreadable' | 'range' | 'zero' };

const LETTER = '[NSEW]';
const DOT = String.raw`[+-]?\d+(?:\.\d+)?`;
const COMMA = String.raw`[+-]?\d+,\d+`;
const PART = String.raw`\d+(?:[.,]\d+)?`;
const DEGREES = String.raw`(${LETTER})?\s*([+-]?${PART})\s*°\s*(?:(${PART})\s*'\s*)?(?:(${PART})\s*"\s*)?(${LETTER})?`;

const decimal = (number: string, between: string) =>
  new RegExp(String.raw`^(${LETTER})?\s*(${number})\s*°?\s*(${LETTER})?(?:${between})(${LETTER})?\s*(${number})\s*°?\s*(${LETTER})?$`);

/**
 * A comma may separate two numbers or be a decimal comma: it separates only if followed by a space, or if the numbers have decimal
 * points.
 */
const DECIMALS = [
  decimal(DOT, String.raw`\s*;\s*|,\s+|\s+`),
  decimal(String.raw`[+-]?\d+\.\d+`, String.raw`\s*,\s*`),
  decimal(COMMA, String.raw`\s*;\s*|,\s+|\s+`),
];
const SEXAGESIMAL = new RegExp(String.raw`^${DEGREES}\s*[,;]?\s*${DEGREES}$`);

/**
 * Format of receivers, without symbols: "N52 05.443 E005 07.284", "52 05 26 N 5 07 17 E". Requires letters, because numbers alone are
 * ambiguous.
 */
const UNMARKED = String.raw`(\d{1,3})(?:\s+|\s*°\s*)(${PART})\s*'?(?:\s*(${PART})\s*"?)?`;
const LETTERED = [
  new RegExp(String.raw`^(${LETTER})\s*${UNMARKED}()\s*[,;]?\s*(${LETTER})\s*${UNMARKED}()$`),
  new RegExp(String.raw`^()${UNMARKED}\s*(${LETTER})\s*[,;]?\s*()${UNMARKED}\s*(${LETTER})$`),
];

/** Parses common formats: "52.1, 5.2", "52,1 5,2", "N 52.1 E 5.2", "52°05'30\"N 5°07'10\"E", "geo:52.1,5.2". */
export function parseCoordinates(text: string): CoordinatesAnswer {
  const clean = text
    .trim()
    .toUpperCase()
    .replace(/^GEO:/, '')
    .replace(/[′’‘`´]/g, "'")
    .replace(/[″”“]|''/g, '"')
    .replace(/[º˚]/g, '°')
    .replace(/[−–]/g, '-')
    .replace(/^[([]|[)\]]$/g, '');
  if (clean === '') return { ok: false, reason: 'empty' };
  const pair = readDecimal(clean) ?? readSexagesimal(clean);
  if (!pair) return { ok: false, reason: 'unreadable' };
  const coordinates = assign(pair);
  if (!coordinates) return { ok: false, reason: 'unreadable' };
  const { latitude, longitude } = coordinates;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return { ok: false, reason: 'range' };
  if (latitude === 0 && longitude === 0) return { ok: false, reason: 'zero' };
  return { ok: true, coordinates };
}

interface Half {
  value: number;
  letter: string | null;
}

function readDecimal(text: string): [Half, Half] | null {
  for (const pattern of DECIMALS) {
    const match = pattern.exec(text);
    if (!match) continue;
    const [, before1, number1, after1, before2, number2, after2] = match;
    return [half(numberOf(number1!), before1, after1), half(numberOf(number2!), before2, after2)];
  }
  return null;
}

function readSexagesimal(text: string): [Half, Half] | null {
  const match = [SEXAGESIMAL, ...LETTERED].map((pattern) => pattern.exec(text)).find((one) => one !== null);
  if (!match) return null;
  const [, before1, d1, m1, s1, after1, before2, d2, m2, s2, after2] = match;
  const first = degreesOf(d1!, m1, s1);
  const second = degreesOf(d2!, m2, s2);
  return first === null || second === null ? null : [half(first, before1, after1), half(second, before2, after2)];
}

const numberOf = (text: string) => Number(text.replace(',', '.'));

function degreesOf(degrees: string, minutes: string | undefined, seconds: string | undefined): number | null {
  const [whole, m, s] = [numberOf(degrees), numberOf(minutes ?? '0'), numberOf(seconds ?? '0')];
  if (m >= 60 || s >= 60) return null;
  const size = Math.abs(whole) + m / 60 + s / 3600;
  return Number((degrees.startsWith('-') ? -size : size).toFixed(7));
}

function half(value: number, before: string | undefined, after: string | undefined): Half {
  return { value, letter: before || after || null };
}

/** Letters determine the order; without letters, latitude comes first. */
function assign([first, second]: [Half, Half]): Coordinates | null {
  const isLatitude = ({ letter }: Half) => letter === 'N' || letter === 'S';
  if ((first.letter === null) !== (second.letter === null)) return null;
  if (first.letter !== null && isLatitude(first) === isLatitude(second)) return null;
  const signed = ({ value, letter }: Half) => (letter === 'S' || letter === 'W' ? -value : value);
  const isTurned = first.letter !== null && !isLatitude(first);
  const [latitude, longitude] = isTurned ? [signed(second), signed(first)] : [signed(first), signed(second)];
  return { latitude, longitude };
}
