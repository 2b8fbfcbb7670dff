import type { PlaceName } from './gazetteer.ts';
import type { Direction, NamedPlaceWords } from './words.ts';

interface Language {
  /** The directions in the order N, NE, E, SE, S, SW, W, NW. */
  directions: readonly [string, string, string, string, string, string, string, string];
  /**
   * Where a point is from a place. Names are not inflected and get no article: languages that need either put the distance after the
   * name.
   */
  away: (place: string, distance: string, direction: string) => string;
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  en: { directions: ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'], away: (place, km, to) => `${km} ${to} of ${place}` },
  nl: { directions: ['N', 'NO', 'O', 'ZO', 'Z', 'ZW', 'W', 'NW'], away: (place, km, to) => `${km} ${to} van ${place}` },
  de: { directions: ['N', 'NO', 'O', 'SO', 'S', 'SW', 'W', 'NW'], away: (place, km, to) => `${km} ${to} von ${place}` },
  es: { directions: ['N', 'NE', 'E', 'SE', 'S', 'SO', 'O', 'NO'], away: (place, km, to) => `${km} al ${to} de ${place}` },
  fr: { directions: ['N', 'NE', 'E', 'SE', 'S', 'SO', 'O', 'NO'], away: (place, km, to) => `${place}, ${km} ${to}` },
  it: { directions: ['N', 'NE', 'E', 'SE', 'S', 'SO', 'O', 'NO'], away: (place, km, to) => `${km} a ${to} di ${place}` },
  pt: { directions: ['N', 'NE', 'E', 'SE', 'S', 'SO', 'O', 'NO'], away: (place, km, to) => `${place}, ${km} ${to}` },
  pl: { directions: ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'], away: (place, km, to) => `${place}, ${km} ${to}` },
  af: { directions: ['N', 'NO', 'O', 'SO', 'S', 'SW', 'W', 'NW'], away: (place, km, to) => `${km} ${to} van ${place}` },
};

const POSITIONS: readonly Direction[] = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'];

/** The phrase for a place, such as "4 km NE of Utrecht, Netherlands"; null where nothing is known. Unknown languages get English. */
export function formatPlace(words: NamedPlaceWords, language: string): string | null {
  const known = LANGUAGES[language] ? language : 'en';
  const { town: place, distance_km: km, direction, country_code: country, sea } = words;
  const town = place && placeText(words, place, known);
  const near = town && direction ? awayFrom(LANGUAGES[known]!, town, kilometres(km, known), direction) : town;
  const parts = [sea && nameIn(sea, known), near, country && countryName(country, known)].filter(
    // A city state is not named twice.
    (part, i, all): part is string => Boolean(part) && part !== all[i - 1],
  );
  return parts.length > 0 ? parts.join(', ') : null;
}

/** The name of the place, with its country if the point is in another one. */
function placeText({ country_code: country }: NamedPlaceWords, place: NonNullable<NamedPlaceWords['town']>, language: string): string {
  const name = nameIn(place, language);
  return country === null || country === place.country_code ? name : `${name} (${countryName(place.country_code, language)})`;
}

function awayFrom({ directions, away }: Language, place: string, distance: string, direction: Direction): string {
  return away(place, distance, directions[POSITIONS.indexOf(direction)]!);
}

/** The name of a town or sea in a language of the app, else its own. */
export function nameIn({ name, names }: PlaceName, language: string): string {
  return names[language] ?? name;
}

function kilometres(km: number, language: string): string {
  return new Intl.NumberFormat(language, { style: 'unit', unit: 'kilometer', unitDisplay: 'short' }).format(km);
}

function countryName(code: string, language: string): string {
  return new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? code;
}
