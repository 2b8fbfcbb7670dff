import { type CountValue, isRecord, itemAt, MAX_COUNT, type ObservationDraft, type TaxonSummary } from '@veld/contract';
import { metresBetween } from '@veld/geometry';
import { z } from 'zod/mini';
import { deviceSetting } from '../device/device-setting';
import { newId } from '../db/ids';

/** The place of a tally. */
export interface TallyPlace {
  latitude: number;
  longitude: number;
  coordinate_uncertainty_m: number | null;
  location_source: 'gps' | 'saved_place';
}

export interface TallyTap {
  /** Also the id of the record, when each tap becomes its own record. */
  id: string;
  at: number;
}

/** A number that was typed instead of tapped, such as 200 or 10–12. */
export interface TallyNumber {
  /** Also the id of its record, when each tap becomes its own record. */
  id: string;
  /** When the first of them was counted. */
  at: number;
  value: CountValue;
}

/** What is said of all individuals of a row. */
export interface TallyDetails {
  sex?: ObservationDraft['sex'];
  life_stage?: ObservationDraft['life_stage'];
  isFlyingOver?: boolean;
}

/** The count of one row at one place. */
export interface TallyEntry {
  /** Also the id of the record it becomes. Created at the first tap, so that saving twice makes one record. */
  id: string;
  taxon: TaxonSummary;
  /** Index into the tally's places. */
  place: number;
  taps: TallyTap[];
  /** To which the taps are added. */
  typed?: TallyNumber;
  /** Tells the further rows of a taxon apart; absent in its first. */
  variant?: string;
  details?: TallyDetails;
}

/** Which row an entry belongs to: a taxon, and which of its rows. */
export type RowOfTaxon = Pick<TallyEntry, 'taxon' | 'variant'>;

/** A step that can be undone, and how: the tap that it added, which may be the first of its entry, or the entries of the row as they were, and how many others were ahead. */
export interface TallyStep {
  kind: 'added' | 'removed' | 'set' | 'details' | 'split' | 'dropped';
  taxon: TaxonSummary;
  at: number;
  undo: { tap: string; isFirst: boolean } | { row: string; entries: TallyEntry[]; ahead: number };
}

/** `gps`: measured. `none`: no place. Otherwise the id of a saved place. */
export type TallySource = string;

/** A running count; one per user and device. */
export interface Tally {
  started_at: number;
  time_zone: string | null;
  source: TallySource;
  /** In the order they were visited; null while unknown. The last one is current. */
  places: (TallyPlace | null)[];
  /** Every tap becomes its own record with its own time. */
  is_each: boolean;
  entries: TallyEntry[];
  /** The last of them, oldest first. Absent in tallies of earlier versions. */
  steps?: TallyStep[];
}

/** A row of the list: what was counted of a taxon, at all places together. */
export interface TallyRow {
  key: string;
  taxon: TaxonSummary;
  variant?: string;
  details: TallyDetails;
  /** Null where nothing is counted, or no more. */
  value: CountValue | null;
  /** What was counted at earlier places, which a number typed here does not change. */
  earlier: CountValue | null;
}

/** So many steps can be undone. */
export const KEPT_STEPS = 10;

/** A place measured later than this after a tap may be another place. */
export const NEAR_MS = 10 * 60_000;
/** Who walks this far counts at another place. */
const MOVED_M = 100;

export function emptyTally(facts: { now: number; time_zone: string | null; source: TallySource }): Tally {
  return { started_at: facts.now, time_zone: facts.time_zone, source: facts.source, places: [null], is_each: false, entries: [] };
}

/** Null when nothing is being counted; storing null ends the tally. */
export const runningTally = deviceSetting('tally', z.catch(z.nullable(z.custom<Tally>(isTally)), null));

function isTally(value: unknown): boolean {
  return isRecord(value) && Array.isArray(value.entries) && Array.isArray(value.places);
}

/** The key of the row that an entry belongs to. */
export function rowKey({ taxon, variant }: RowOfTaxon): string {
  return variant === undefined ? String(taxon.id) : `${taxon.id} ${variant}`;
}

const exactly = (count: number): CountValue => ({ count, count_max: null, count_type: 'exact' });

/** The count of an entry: its number, and the taps since; null where nothing is counted. */
export function countEntry({ taps, typed }: Pick<TallyEntry, 'taps' | 'typed'>): CountValue | null {
  if (typed) return shifted(typed.value, taps.length);
  return taps.length > 0 ? exactly(taps.length) : null;
}

/** A count with more or fewer individuals, of the same kind; null where none are left. */
function shifted({ count, count_max, count_type }: CountValue, by: number): CountValue | null {
  const next = (number: number) => Math.min(MAX_COUNT, Math.max(0, number + by));
  const value = { count: next(count), count_max: count_max === null ? null : next(count_max), count_type };
  return (value.count_max ?? value.count) === 0 ? null : value;
}

/** The sum of counts, as certain as the least certain of them; null of none. */
export function addCounts(values: readonly (CountValue | null)[]): CountValue | null {
  const counted = values.filter((value) => value !== null);
  if (counted.length === 0) return null;
  const kinds = (['at_least', 'approximate', 'range'] as const).filter((kind) => counted.some(({ count_type }) => count_type === kind));
  const count_type = kinds[0] ?? 'exact';
  const sum = (number: (value: CountValue) => number) =>
    Math.min(
      MAX_COUNT,
      counted.reduce((before, value) => before + number(value), 0),
    );
  const count = sum((value) =>
    count_type === 'approximate' ? Math.round((value.count + (value.count_max ?? value.count)) / 2) : value.count,
  );
  return { count, count_max: count_type === 'range' ? sum((value) => value.count_max ?? value.count) : null, count_type };
}

/** The rows, in the order in which they were added. */
export function listRows(tally: Tally): TallyRow[] {
  const rows = new Map<string, TallyEntry[]>();
  for (const entry of tally.entries) rows.set(rowKey(entry), [...(rows.get(rowKey(entry)) ?? []), entry]);
  const here = tally.places.length - 1;
  return [...rows].map(([key, entries]) => {
    const { taxon, variant, details = {} } = itemAt(entries, 0);
    return {
      key,
      taxon,
      ...(variant === undefined ? {} : { variant }),
      details,
      value: addCounts(entries.map(countEntry)),
      earlier: addCounts(entries.filter(({ place }) => place !== here).map(countEntry)),
    };
  });
}

/** The individuals of a tally; of a range the lower number. */
export function countTallied(tally: Tally): number {
  return tally.entries.reduce((sum, entry) => sum + (countEntry(entry)?.count ?? 0), 0);
}

/** Whether anything is counted. */
export function isTallying(tally: Tally): boolean {
  return tally.entries.some((entry) => countEntry(entry) !== null);
}

/** When the individuals of an entry were counted; a typed number once. */
export function entryTimes({ taps, typed }: Pick<TallyEntry, 'taps' | 'typed'>): number[] {
  return [...(typed ? [typed.at] : []), ...taps.map(({ at }) => at)];
}

export interface CountFacts {
  now: number;
  tapId?: string;
  entryId?: string;
}

/** Adds a tap for a row at the current place. */
export function withNewTap(tally: Tally, taxon: TaxonSummary, facts: CountFacts, variant?: string): Tally {
  const tap = { id: facts.tapId ?? newId(), at: facts.now };
  if (tally.entries.some(({ taps }) => taps.some(({ id }) => id === tap.id))) return tally;
  return changeHere(tally, { taxon, ...(variant === undefined ? {} : { variant }) }, facts, (entry) => ({
    ...entry,
    taps: [...entry.taps, tap],
  }));
}

/** Changes the entry of a row at the current place, which is made where there is none. */
function changeHere(tally: Tally, row: RowOfTaxon, facts: CountFacts, change: (entry: TallyEntry) => TallyEntry): Tally {
  const place = tally.places.length - 1;
  const ofRow = tally.entries.filter((one) => rowKey(one) === rowKey(row));
  const entry = ofRow.find((one) => one.place === place);
  const started_at = isTallying(tally) ? tally.started_at : facts.now;
  if (entry) return { ...tally, started_at, entries: tally.entries.map((one) => (one === entry ? change(one) : one)) };
  const { details } = ofRow[0] ?? {};
  const { taxon, variant } = row;
  const fresh: TallyEntry = {
    id: facts.entryId ?? newId(),
    taxon,
    place,
    taps: [],
    ...(variant === undefined ? {} : { variant }),
    ...(details === undefined ? {} : { details }),
  };
  return { ...tally, started_at, entries: [...tally.entries, change(fresh)] };
}

/**
 * The number of a row as it was typed, for all places together: what was counted at earlier places stays, and the rest is here. Null if
 * that would be less than at the earlier places.
 */
export function withNumber(tally: Tally, row: RowOfTaxon, value: CountValue, facts: CountFacts): Tally | null {
  const earlier = listRows(tally).find(({ key }) => key === rowKey(row))?.earlier?.count ?? 0;
  if (value.count < earlier) return null;
  const rest = shifted(value, -earlier);
  return changeHere(tally, row, facts, (entry) => {
    const { typed: _, ...others } = entry;
    const at = Math.min(...entryTimes(entry), facts.now);
    return { ...others, taps: [], ...(rest === null ? {} : { typed: { id: facts.tapId ?? newId(), at, value: rest } }) };
  });
}

/** One individual fewer: the last tap of the row, else one of the last number. The tally itself if there is none. */
export function withOneFewer(tally: Tally, row: RowOfTaxon): Tally {
  const ofRow = tally.entries.filter((one) => rowKey(one) === rowKey(row));
  const taps = ofRow.flatMap((entry) => entry.taps);
  const last = taps.reduce<TallyTap | null>((before, one) => (!before || one.at >= before.at ? one : before), null);
  if (last) return withoutTaps(tally, new Set([last.id]));
  const numbered = ofRow.findLast(({ typed }) => typed !== undefined);
  if (!numbered?.typed) return tally;
  const { typed, ...others } = numbered;
  const value = shifted(typed.value, -1);
  const fewer = value === null ? others : { ...others, typed: { ...typed, value } };
  return { ...tally, entries: tally.entries.map((one) => (one === numbered ? fewer : one)) };
}

/** Says something more of all individuals of a row; what else was said of them stays. */
export function withDetails(tally: Tally, row: RowOfTaxon, change: TallyDetails): Tally {
  const entries = tally.entries.map((one) => (rowKey(one) === rowKey(row) ? { ...one, details: { ...one.details, ...change } } : one));
  return { ...tally, entries };
}

/** Another row for the same taxon, to count its sexes or stages apart. */
export function withSplitRow(tally: Tally, taxon: TaxonSummary, facts: CountFacts & { variant: string }): Tally {
  return changeHere(tally, { taxon, variant: facts.variant }, facts, (entry) => entry);
}

export function withoutRow(tally: Tally, row: RowOfTaxon): Tally {
  return { ...tally, entries: tally.entries.filter((one) => rowKey(one) !== rowKey(row)) };
}

/** Makes a change of one row that can be undone. The tally itself if nothing changes. */
export function withStep(tally: Tally, kind: TallyStep['kind'], row: RowOfTaxon, at: number, change: (now: Tally) => Tally): Tally {
  const next = change(tally);
  if (next === tally) return tally;
  const key = rowKey(row);
  const entries = tally.entries.filter((one) => rowKey(one) === key);
  const known = new Set(entries.flatMap(({ taps }) => taps.map(({ id }) => id)));
  const added = next.entries.filter((one) => rowKey(one) === key).flatMap(({ taps }) => taps.filter(({ id }) => !known.has(id)));
  // A tap is undone by its id: the taps before it, which can be hundreds, are not stored with every step.
  const ahead = Math.max(
    0,
    tally.entries.findIndex((one) => rowKey(one) === key),
  );
  const undo =
    kind === 'added' && added[0] ? { tap: added[0].id, isFirst: next.entries.length > tally.entries.length } : { row: key, entries, ahead };
  return { ...next, steps: [...(tally.steps ?? []), { kind, taxon: row.taxon, at, undo }].slice(-KEPT_STEPS) };
}

/** The tally without its last step. */
export function undone(tally: Tally): Tally {
  const steps = tally.steps ?? [];
  const last = steps.at(-1);
  if (!last) return tally;
  const before = { ...tally, steps: steps.slice(0, -1) };
  if ('tap' in last.undo) {
    const { tap, isFirst } = last.undo;
    const entry = isFirst ? tally.entries.find(({ taps }) => taps.some(({ id }) => id === tap)) : undefined;
    const next = withoutTaps(before, new Set([tap]));
    // An entry that the tap had begun goes with it.
    return entry ? { ...next, entries: next.entries.filter(({ id, taps }) => id !== entry.id || taps.length > 0) } : next;
  }
  const { row, entries, ahead } = last.undo;
  const others = tally.entries.filter((one) => rowKey(one) !== row);
  return { ...before, entries: [...others.slice(0, ahead), ...entries, ...others.slice(ahead)] };
}

/** Removes the taps and numbers that were saved or undone. A row without any keeps its place in the order. */
export function withoutTaps(tally: Tally, ids: ReadonlySet<string>): Tally {
  const entries = tally.entries.map((entry) => {
    const { typed, ...others } = entry;
    const taps = entry.taps.filter(({ id }) => !ids.has(id));
    const isTypedGone = typed !== undefined && ids.has(typed.id);
    if (taps.length === entry.taps.length && !isTypedGone) return entry;
    return { ...others, taps, ...(typed && !isTypedGone ? { typed } : {}) };
  });
  return { ...tally, entries };
}

export function findCurrentPlace(tally: Tally): TallyPlace | null {
  return tally.places.at(-1) ?? null;
}

/** Applies a fix: a more accurate one replaces the last. What was counted long before the first fix keeps an unknown place. */
export function withFix(tally: Tally, fix: TallyPlace, now: number): Tally {
  const known = findCurrentPlace(tally);
  const better = known?.coordinate_uncertainty_m ?? Number.POSITIVE_INFINITY;
  if (known && (known.location_source !== 'gps' || better <= (fix.coordinate_uncertainty_m ?? better))) return tally;
  if (!known && firstCountHere(tally) < now - NEAR_MS) return { ...tally, places: [...tally.places, fix] };
  return { ...tally, places: [...tally.places.slice(0, -1), fix] };
}

/** Where somebody has walked on since the place was measured, they count at a new one. */
export function withMovedPlace(tally: Tally, here: TallyPlace): Tally {
  const known = findCurrentPlace(tally);
  if (tally.source !== 'gps' || known?.location_source !== 'gps' || here.location_source !== 'gps') return tally;
  const unsure = (known.coordinate_uncertainty_m ?? 0) + (here.coordinate_uncertainty_m ?? 0);
  return metresBetween(known, here) > Math.max(MOVED_M, unsure) ? nextPlace(tally, here) : tally;
}

/** Starts a new measured place for the following taps. */
export function withNewMeasuredPlace(tally: Tally): Tally {
  return nextPlace({ ...tally, source: 'gps' }, null);
}

/** Sets the place for the following taps; the first place set applies to all earlier taps too. */
export function withSource(tally: Tally, source: TallySource, place: TallyPlace | null): Tally {
  if (place && findCurrentPlace(tally) === null) return { ...tally, source, places: [...tally.places.slice(0, -1), place] };
  return nextPlace({ ...tally, source }, place);
}

function nextPlace(tally: Tally, place: TallyPlace | null): Tally {
  // A place without taps is dropped.
  const isUnused =
    firstCountHere(tally) === Number.POSITIVE_INFINITY && tally.entries.every((one) => one.place !== tally.places.length - 1);
  return { ...tally, places: [...(isUnused ? tally.places.slice(0, -1) : tally.places), place] };
}

function firstCountHere(tally: Tally): number {
  const here = tally.entries.filter(({ place }) => place === tally.places.length - 1);
  return Math.min(...here.flatMap(entryTimes));
}
