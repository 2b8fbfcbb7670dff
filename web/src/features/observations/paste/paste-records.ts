import { type Language, ObservationDraft, readCount, type TaxonSummary, type User } from '@veld/contract';
import type { SavedPlace } from '../../../local/changes/saved-places';
import { deviceTimeZone, wallClock } from '../../../shared/geo/time-zone';
import { readText } from '../../../shared/geo/typed/read-text';
import { placeOfSaved } from '../../../shared/records/place-of-saved';
import type { LocalObservation } from '../../../shared/records/own';
import type { ZoneOf } from '../workbench/bulk-edit';
import { fold } from './fold';
import type { ColumnKind } from './header-words';
import { inChunks } from './in-chunks';
import { type CellFault, type CellReader, readChoice } from './read-cell';
import { readDate, readTime } from './read-date';

/** What a new record of a pasted row begins with. */
export interface NewRecord {
  id: string;
  draft: ObservationDraft;
  taxon: TaxonSummary;
}

/** Why a row becomes no record. */
export type RowFault =
  | CellFault
  | 'species_missing'
  | 'species_differ'
  | 'place_missing'
  | 'place_unknown'
  | 'place_several'
  | 'accuracy'
  | 'time_twice'
  | 'future'
  | 'invalid';

export interface RowProblem {
  /** Of the pasted rows, from 1. */
  line: number;
  /** What the row says, or the cell that is not understood. */
  text: string;
  reason: RowFault;
}

export interface RecordsPlan {
  records: NewRecord[];
  problems: RowProblem[];
  /** Rows whose record exists, or that are there twice. */
  known: number;
  isAmbiguous: boolean;
}

export interface PastedRecords {
  /** Without the titles. */
  cells: readonly (readonly string[])[];
  kinds: readonly ColumnKind[];
  /** The id of the record of each row, so that pasting a row again is the same record. */
  ids: readonly string[];
  /** Pasted rows above the first of `cells`. */
  linesBefore: number;
}

export interface RecordsReader extends CellReader {
  language: Language;
  zoneOf: ZoneOf;
  savedPlaces: readonly SavedPlace[];
  /** Of rows that name no place; null to leave them out. */
  fallback: SavedPlace | null;
  /** Whose national grid plain metres are in. */
  country: string | null;
  preferences: Pick<User['preferences'], 'geoprivacy' | 'license'>;
  /** All records of the person, to recognize those that exist. */
  existing: readonly LocalObservation[];
  now: Date;
}

/** Reads pasted rows as new records. A row that is not wholly understood becomes none, and is listed with the reason. */
export async function planRecords(pasted: PastedRecords, reader: RecordsReader, signal: AbortSignal): Promise<RecordsPlan> {
  const plan: RecordsPlan = { records: [], problems: [], known: 0, isAmbiguous: false };
  const known = new Set(reader.existing.map(identify));
  await inChunks(
    pasted.cells,
    async (row, index) => {
      if (row.every((cell) => cell.trim() === '')) return;
      const read = await readRow(row, pasted.kinds, reader);
      if ('fault' in read) {
        plan.problems.push({ line: index + 1 + pasted.linesBefore, text: read.text, reason: read.fault });
        plan.isAmbiguous ||= read.fault === 'ambiguous';
        return;
      }
      const key = identify(read.draft);
      if (known.has(key)) plan.known += 1;
      else plan.records.push({ id: pasted.ids[index]!, ...read });
      known.add(key);
    },
    signal,
  );
  return plan;
}

/** The same for two records that say the same of the same species, time and place. */
function identify(record: ObservationDraft | LocalObservation): string {
  const { taxon_id, observed_on, observed_time, latitude, longitude, count, count_max, count_type, life_stage, sex, notes } = record;
  const rounded = (degrees: number | null | undefined) => degrees?.toFixed(5) ?? '';
  const said = [
    taxon_id,
    observed_on,
    observed_time,
    rounded(latitude),
    rounded(longitude),
    count,
    count_max,
    count == null ? '' : count_type,
  ];
  return [...said, life_stage, sex, notes?.trim()].map((value) => value ?? '').join('|');
}

class Unread extends Error {
  readonly text: string;
  readonly fault: RowFault;

  constructor(text: string, fault: RowFault) {
    super(fault);
    this.text = text;
    this.fault = fault;
  }
}

async function readRow(
  row: readonly string[],
  kinds: readonly ColumnKind[],
  reader: RecordsReader,
): Promise<{ draft: ObservationDraft; taxon: TaxonSummary } | { text: string; fault: RowFault }> {
  const whole = row.filter((cell) => cell.trim() !== '').join(' · ');
  const cells = (kind: ColumnKind) => row.flatMap((cell, at) => (kinds[at] === kind && cell.trim() !== '' ? [cell.trim()] : []));
  const cell = (kind: ColumnKind) => cells(kind)[0] ?? '';
  try {
    const taxon = await readSpecies(cells('species'), whole, reader);
    const place = readPlace({ place: cell('place'), latitude: cell('latitude'), longitude: cell('longitude') }, whole, reader);
    const uncertainty = readAccuracy(cell('accuracy'));
    const draft = ObservationDraft.safeParse({
      taxon_id: taxon.id,
      ...readWhen(cell('date'), cell('time'), reader),
      time_zone: reader.zoneOf(place.latitude, place.longitude) ?? deviceTimeZone(),
      ...place,
      ...(uncertainty === null ? {} : { coordinate_uncertainty_m: uncertainty }),
      ...readNumber(cell('count'), reader.language),
      life_stage: readOne('life_stage', cell('life_stage'), reader),
      sex: readOne('sex', cell('sex'), reader),
      geoprivacy: readOne('geoprivacy', cell('geoprivacy'), reader) ?? reader.preferences.geoprivacy,
      license: reader.preferences.license,
      notes: cells('notes').join('\n\n') || null,
      private_notes: cells('private_notes').join('\n\n') || null,
    });
    if (!draft.success) throw new Unread(whole, 'invalid');
    const { observed_on, time_zone } = draft.data;
    if (observed_on != null && observed_on > wallClock(time_zone ?? null, reader.now).day) throw new Unread(whole, 'future');
    return { draft: draft.data, taxon };
  } catch (error) {
    if (error instanceof Unread) return { text: error.text, fault: error.fault };
    throw error;
  }
}

/** The one species that the names of a row mean: a name that is not known may stand beside one that is. */
async function readSpecies(names: readonly string[], whole: string, { findTaxon }: RecordsReader): Promise<TaxonSummary> {
  const [first] = names;
  if (first === undefined) throw new Unread(whole, 'species_missing');
  const found = await Promise.all(names.map(findTaxon));
  const taxa = new Map(found.flatMap((one) => ('taxon' in one ? [[one.taxon.id, one.taxon] as const] : [])));
  const [taxon, ...others] = taxa.values();
  if (others.length > 0) throw new Unread(names.join(' · '), 'species_differ');
  if (taxon) return taxon;
  throw new Unread(
    names.join(' · '),
    found.some((one) => 'fault' in one && one.fault === 'species_several') ? 'species_several' : 'species_unknown',
  );
}

function readWhen(date: string, time: string, { order }: RecordsReader): Pick<ObservationDraft, 'observed_on' | 'observed_time'> {
  if (date === '' && time === '') return {};
  if (date === '') throw new Unread(time, 'time');
  const read = readDate(date, order);
  if ('fault' in read) throw new Unread(date, read.fault);
  if (time === '') return { observed_on: read.on, observed_time: read.time };
  const clock = readTime(time);
  if (clock === null) throw new Unread(time, 'time');
  // Spreadsheets add midnight to a date without a time.
  if (read.time !== null && read.time !== '00:00' && read.time !== clock) throw new Unread(`${date} · ${time}`, 'time_twice');
  return { observed_on: read.on, observed_time: clock };
}

interface PlaceCells {
  place: string;
  latitude: string;
  longitude: string;
}

type Place = Pick<ObservationDraft, 'coordinate_uncertainty_m' | 'location_source' | 'location_id'> & {
  latitude: number;
  longitude: number;
};

/** Coordinates come before the name of a place, which may be that of a saved place, or be coordinates itself. */
function readPlace({ place, latitude, longitude }: PlaceCells, whole: string, reader: RecordsReader): Place {
  if (latitude !== '' || longitude !== '') return readCoordinates(`${withPoint(latitude)}; ${withPoint(longitude)}`, reader);
  if (place === '') {
    if (!reader.fallback) throw new Unread(whole, 'place_missing');
    return placeOfSaved(reader.fallback);
  }
  const named = reader.savedPlaces.filter(({ name }) => fold(name) === fold(place));
  if (named.length > 1) throw new Unread(place, 'place_several');
  return named[0] ? placeOfSaved(named[0]) : readCoordinates(place, reader);
}

/** A number in a cell of its own has no other comma than that of its decimals. */
const withPoint = (degrees: string) => (/^[+-]?\d+,\d+$/.test(degrees) ? degrees.replace(',', '.') : degrees);

function readCoordinates(text: string, { country }: RecordsReader): Place {
  const read = readText(text, { country });
  if (!read.ok) throw new Unread(text, read.reason === 'several' ? 'place_several' : 'place_unknown');
  return { ...read.coordinates, coordinate_uncertainty_m: read.coordinate_uncertainty_m, location_source: 'typed', location_id: null };
}

function readAccuracy(text: string): number | null {
  if (text === '') return null;
  const found = /^[±]? ?(\d+(?:[.,]\d+)?) ?m?$/.exec(text);
  const metres = Number(found?.[1]?.replace(',', '.'));
  if (!found || !(metres > 0)) throw new Unread(text, 'accuracy');
  return metres;
}

function readNumber(text: string, language: Language): Partial<Pick<ObservationDraft, 'count' | 'count_max' | 'count_type'>> {
  const read = readCount(text, language);
  if (read.kind === 'fault') throw new Unread(text, `count_fault.${read.fault}`);
  return read.kind === 'count' ? read.value : {};
}

function readOne<F extends 'life_stage' | 'sex' | 'geoprivacy'>(field: F, text: string, { t }: RecordsReader) {
  if (text === '') return null;
  const choice = readChoice(field, text, t);
  if (choice === undefined) throw new Unread(text, 'choice');
  return choice;
}
