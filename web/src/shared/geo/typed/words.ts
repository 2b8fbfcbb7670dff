const METRES: Record<string, number> = { M: 1, KM: 1000, FT: 0.3048 };
const UNIT = String.raw`(KM|METERS?|METRES?|METROS?|METRI|MÈTRES?|METRÓW|M|FT|FEET)(?![\p{L}\d])`;
const ACCURACY =
  String.raw`ACCURACY|UNCERTAINTY|ACC\.?|PREC\.?|` +
  'NAUWKEURIGHEID|ONZEKERHEID|GENAUIGKEIT|PRECISIÓN|PRÉCISION|PRECISIONE|PRECISÃO|DOKŁADNOŚĆ|AKKURAATHEID';
const UNCERTAINTY = new RegExp(
  String.raw`[(,;]?\s*(?:(?:${ACCURACY})[:=]?\s*(?:±|\+/?-)?|±|\+/?-)\s*(\d+(?:[.,]\d+)?)\s*${UNIT}\s*\)?`,
  'u',
);
const ALTITUDE = new RegExp(
  String.raw`[(,;]?\s*(?:ALT|ELEV|ALTITUDE|ELEVATION|HOOGTE|HÖHE|ALTITUD|ALTITUDINE|QUOTA|WYSOKOŚĆ)[.:=]*\s*-?\d+(?:[.,]\d+)?\s*${UNIT}\s*\)?`,
  'u',
);

type Axis = 'latitude' | 'longitude';

/** What a word says about a number: its axis and, for a hemisphere, its sign. */
export interface Meaning {
  axis: Axis;
  sign: 1 | -1 | null;
}

const NORTH: Meaning = { axis: 'latitude', sign: 1 };
const SOUTH: Meaning = { axis: 'latitude', sign: -1 };
const EAST: Meaning = { axis: 'longitude', sign: 1 };
const WEST: Meaning = { axis: 'longitude', sign: -1 };
const LATITUDE: Meaning = { axis: 'latitude', sign: null };
const LONGITUDE: Meaning = { axis: 'longitude', sign: null };

/** Words and abbreviations of all languages of the app, in capitals without diacritics. */
const WORDS: [Meaning, string][] = [
  [NORTH, 'N NORTH NORTHERN NOORD NOORDER NOORDERBREEDTE NB NORD NORDL NORDLICH NORDLICHE NORDLICHER NORTE POLNOC POLNOCNA POLNOCNEJ PLN'],
  [SOUTH, 'S SOUTH SOUTHERN ZUID ZUIDER ZUIDERBREEDTE ZB SUD SUDL SUDLICH SUDLICHE SUDLICHER SUR SUL SUID SUIDER SUIDERBREEDTE SB'],
  [SOUTH, 'POLUDNIE POLUDNIOWA POLUDNIOWEJ PLD'],
  [EAST, 'E EAST EASTERN OOST OOSTER OOSTERLENGTE OL OST OSTL OSTLICH OSTLICHE OSTLICHER EST ESTE LESTE OOS WSCHOD WSCHODNIA'],
  [EAST, 'WSCHODNIEJ WSCH'],
  [WEST, 'W WEST WESTERN WESTER WESTERLENGTE WL WESTL WESTLICH WESTLICHE WESTLICHER OUEST OESTE OVEST WES ZACHOD ZACHODNIA'],
  [WEST, 'ZACHODNIEJ ZACH'],
  [LATITUDE, 'LAT LATITUDE DECIMALLATITUDE BREEDTEGRAAD BREEDTE BREITE BREITENGRAD BR LATITUD LATITUDINE SZEROKOSC SZEROKOSCI SZER Φ'],
  [LONGITUDE, 'LON LONG LNG LONGITUDE DECIMALLONGITUDE LENGTEGRAAD LENGTE LANGE LAENGE LANGENGRAD L LONGITUD LONGITUDINE DLUGOSC'],
  [LONGITUDE, 'DLUGOSCI DL Λ'],
];

const MEANINGS = new Map(WORDS.flatMap(([meaning, words]) => words.split(' ').map((word) => [word, [meaning]] as const)));

const NOISE = new Set(
  (
    'GEO GPS WGS COORDINATES COORDINATE COORDS COORDINATEN COORDENADAS COORDONNEES KOORDINATEN KOORDINATE WSPOLRZEDNE POSITION POSITIE ' +
    'POSICION POSIZIONE POSICAO LOCATION LOCATIE STANDORT LOC DD DMS DDM GEOGRAFISCHE GEOGRAPHISCHE GEOGRAFICZNA GEOGRAFICA DE DECIMAL ' +
    'LATLNG LATLON CA CIRCA APPROX'
  ).split(' '),
);

const DEGREE_WORDS = new Set('DEG DEGREE DEGREES GRAD GRADEN GRADE GRADO GRADOS GRADI GRAU GRAUS DEGRE DEGRES STOPNI STOPIEN'.split(' '));
const MINUTE_WORDS = new Set('MIN MINUTE MINUTES MINUTEN MINUUT MINUTEN MINUTO MINUTOS MINUTI MINUT'.split(' '));
const SECOND_WORDS = new Set('SEC SECOND SECONDS SEK SEKUNDE SEKUNDEN SECONDEN SEGUNDOS SECONDES SECONDI SEKUND SEKONDES'.split(' '));

/**
 * "O" is east in Dutch, German and Afrikaans, and west in the Romance languages. Words of only one of these groups decide between them;
 * words of several languages, such as "nord" and "longitude", don't.
 */
const EAST_O = new Set(
  (
    'Z NOORD NOORDER NOORDERBREEDTE NB NORDL NORDLICH NORDLICHE NORDLICHER ZUID ZUIDER ZUIDERBREEDTE ZB SUDL SUDLICH SUDLICHE SUDLICHER ' +
    'SUID SUIDER SUIDERBREEDTE BREEDTEGRAAD BREEDTE BREITE BREITENGRAD LENGTEGRAAD LENGTE LANGE LAENGE LANGENGRAD COORDINATEN ' +
    'KOORDINATEN KOORDINATE POSITIE LOCATIE STANDORT GEOGRAFISCHE GEOGRAPHISCHE GRAD GRADEN MINUTEN MINUUT SEKUNDE SEKUNDEN SECONDEN SEKONDES'
  ).split(' '),
);
const WEST_O = new Set(
  (
    'NORTE SUR SUL LATITUD LATITUDINE LONGITUD LONGITUDINE COORDENADAS COORDONNEES POSICION POSIZIONE POSICAO GEOGRAFICA GRADO GRADOS GRADI ' +
    'GRAU GRAUS DEGRE DEGRES MINUTO MINUTOS MINUTI SEGUNDOS SECONDES SECONDI'
  ).split(' '),
);

/** What "O" means in a text in capitals: both hemispheres, unless its other words decide. */
export function meaningsOfO(text: string): readonly Meaning[] {
  const words = Array.from(text.matchAll(/\p{L}+/gu), ([word]) => withoutMarks(word));
  const [isEast, isWest] = [EAST_O, WEST_O].map((known) => words.some((word) => known.has(word)));
  return isEast === isWest ? [EAST, WEST] : [isEast ? EAST : WEST];
}

const withoutMarks = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('Ł', 'L');

type Word = { type: 'label'; meanings: readonly Meaning[] } | { type: 'mark'; mark: '°' | "'" | '"' } | { type: 'noise' };

/** The meaning of a word in capitals; null if it is not one of coordinates. `ofO` is that of "O" (`meaningsOfO`). */
export function classifyWord(word: string, ofO: readonly Meaning[]): Word | null {
  if (word === 'O') return { type: 'label', meanings: ofO };
  // South in Dutch and west in Polish: the other half says which of them it is.
  if (word === 'Z') return { type: 'label', meanings: [SOUTH, WEST] };
  if (word === 'Ö') return { type: 'label', meanings: [EAST] };
  const plain = withoutMarks(word);
  const meanings = MEANINGS.get(plain);
  if (meanings) return { type: 'label', meanings };
  if (NOISE.has(plain)) return { type: 'noise' };
  if (DEGREE_WORDS.has(plain)) return { type: 'mark', mark: '°' };
  if (MINUTE_WORDS.has(plain)) return { type: 'mark', mark: "'" };
  if (SECOND_WORDS.has(plain)) return { type: 'mark', mark: '"' };
  return null;
}

/**
 * Text with one character for each sign: no invisible characters, full-width digits or typographic quotes. Symbols come before NFKC,
 * which would make letters of some of them.
 */
export function cleanText(text: string): string {
  return text
    .replace(/[º˚]/g, '°')
    .replace(/[″”“„‟〃]/g, '"')
    .replace(/[′’‘‛`´ʹ]/g, "'")
    .normalize('NFKC')
    .replace(/[\p{Cf}\uFE00-\uFE0F]/gu, '')
    .replace(/[−–—‒‐‑]/g, '-')
    .replace(/''/g, '"')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.;,!]+$/, '')
    .trim();
}

/** Takes "±10 m" out of text in capitals, also with words for it; an altitude is no part of the place. */
export function takeUncertainty(text: string): { rest: string; metres: number | null } {
  const withoutAltitude = text.replace(ALTITUDE, ' ');
  const match = UNCERTAINTY.exec(withoutAltitude);
  const rest = (match ? withoutAltitude.replace(match[0], ' ') : withoutAltitude).trim();
  if (!match) return { rest, metres: null };
  const unit = match[2]!.startsWith('KM') ? 'KM' : match[2]!.startsWith('F') ? 'FT' : 'M';
  const metres = Number((Number(match[1]!.replace(',', '.')) * METRES[unit]!).toFixed(2));
  return { rest, metres: metres > 0 ? metres : null };
}
