import { frequencyCell, frequencyWeek, isDay } from '@veld/contract';
import { findCountry } from '../../observations/country.ts';

/** Terms of Darwin Core, and columns of GBIF's simple download, in lower case. */
const COLUMNS = [
  'scientificname',
  'species',
  'taxonrank',
  'kingdom',
  'eventdate',
  'decimallatitude',
  'decimallongitude',
  'coordinateuncertaintyinmeters',
  'recordedby',
  'eventid',
  'occurrencestatus',
  'individualcount',
  'basisofrecord',
  'degreeofestablishment',
  'establishmentmeans',
] as const;
export type OccurrenceColumn = (typeof COLUMNS)[number];

/** The position of each column that a table has, by the last part of its terms; the first of several. */
export function occurrenceColumns(titles: readonly string[]): Map<OccurrenceColumn, number> {
  const found = new Map<OccurrenceColumn, number>();
  for (const [index, title] of titles.entries()) {
    const bare = title
      .replaceAll('"', '')
      .trim()
      .replace(/^.*[/#:]/, '')
      .toLowerCase();
    const column = COLUMNS.find((one) => one === bare);
    if (column && !found.has(column)) found.set(column, index);
  }
  return found;
}

/** Whether a table has records of species with places and dates. */
export function isOccurrenceTable(columns: ReadonlyMap<OccurrenceColumn, number>): boolean {
  return (
    (columns.has('scientificname') || columns.has('species')) &&
    columns.has('eventdate') &&
    columns.has('decimallatitude') &&
    columns.has('decimallongitude')
  );
}

/** Why a row does not count. */
export type SkipReason = 'absent' | 'not_wild' | 'no_name' | 'no_day' | 'no_place' | 'vague_place' | 'at_sea';

export interface Occurrence {
  /** As in the file. */
  name: string;
  kingdom: string | null;
  country: string;
  cell: number;
  week: number;
  day: string;
  /** The person, else the event; rows without either are of one person. */
  observer: string;
}

/** A place known less precisely than this can be in another cell. */
const MAX_UNCERTAINTY_M = 10_000;
const NOT_WILD = /^(captive|cultivated|released|fossil_?specimen|living_?specimen|planted)$/i;

/** Reads a row, given the value of each column. Dates may have times; intervals must lie within a day. */
export function readOccurrence(value: (column: OccurrenceColumn) => string): Occurrence | SkipReason {
  if (/^absent$/i.test(value('occurrencestatus')) || value('individualcount') === '0') return 'absent';
  if ([value('basisofrecord'), value('degreeofestablishment'), value('establishmentmeans')].some((text) => NOT_WILD.test(text)))
    return 'not_wild';
  const name = value('scientificname') || value('species');
  if (name === '') return 'no_name';
  const day = dayOf(value('eventdate'));
  if (day === null) return 'no_day';
  const [latitude, longitude] = [numberOf(value('decimallatitude')), numberOf(value('decimallongitude'))];
  // 0,0 is what software writes for no place.
  if (
    latitude === null ||
    longitude === null ||
    Math.abs(latitude) > 90 ||
    Math.abs(longitude) > 180 ||
    (latitude === 0 && longitude === 0)
  )
    return 'no_place';
  if ((numberOf(value('coordinateuncertaintyinmeters')) ?? 0) > MAX_UNCERTAINTY_M) return 'vague_place';
  // From the place, as for the records of the server: codes in files are often wrong.
  const country = findCountry(latitude, longitude);
  if (country === null) return 'at_sea';
  const observer = value('recordedby') || value('eventid');
  const kingdom = value('kingdom') || null;
  return { name, kingdom, country, cell: frequencyCell(latitude, longitude), week: frequencyWeek(day), day, observer };
}

function dayOf(text: string): string | null {
  const [first = '', ...others] = text.split('/').map((part) => part.trim().slice(0, 10));
  return others.length <= 1 && others.every((day) => day === first) && isDay(first) ? first : null;
}

function numberOf(text: string): number | null {
  const number = Number(text.trim());
  return text.trim() !== '' && Number.isFinite(number) ? number : null;
}
