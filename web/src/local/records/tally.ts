import type { TaxonSummary } from '@veld/contract';
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

/** The count of one taxon at one place. */
export interface TallyEntry {
  /** Also the id of the record it becomes. Created at the first tap, so that saving twice makes one record. */
  id: string;
  taxon: TaxonSummary;
  /** Index into the tally's places. */
  place: number;
  taps: TallyTap[];
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
}

/** A place measured later than this after a tap may be another place. */
export const NEAR_MS = 10 * 60_000;

export function emptyTally(facts: { now: number; time_zone: string | null; source: TallySource }): Tally {
  return { started_at: facts.now, time_zone: facts.time_zone, source: facts.source, places: [null], is_each: false, entries: [] };
}

/** Null when nothing is being counted; storing null ends the tally. */
export const runningTally = deviceSetting('tally', z.catch(z.nullable(z.custom<Tally>(isTally)), null));

function isTally(value: unknown): boolean {
  const { entries, places } = (value ?? {}) as Partial<Tally>;
  return Array.isArray(entries) && Array.isArray(places);
}

/** Adds a tap for a taxon at the current place. */
export function withNewTap(tally: Tally, taxon: TaxonSummary, facts: { now: number; tapId?: string; entryId?: string }): Tally {
  const tap = { id: facts.tapId ?? newId(), at: facts.now };
  const place = tally.places.length - 1;
  const entry = tally.entries.find((one) => one.taxon.id === taxon.id && one.place === place);
  const started_at = countTaps(tally) === 0 ? facts.now : tally.started_at;
  if (!entry) {
    const fresh = { id: facts.entryId ?? newId(), taxon, place, taps: [tap] };
    return { ...tally, started_at, entries: [...tally.entries, fresh] };
  }
  if (entry.taps.some(({ id }) => id === tap.id)) return tally;
  return { ...tally, started_at, entries: tally.entries.map((one) => (one === entry ? { ...one, taps: [...one.taps, tap] } : one)) };
}

/** The last tap for a taxon, or null. */
export function lastTap(tally: Tally, taxonId: number): { entry: TallyEntry; tap: TallyTap } | null {
  const taps = tally.entries.filter(({ taxon }) => taxon.id === taxonId).flatMap((entry) => entry.taps.map((tap) => ({ entry, tap })));
  return taps.reduce<{ entry: TallyEntry; tap: TallyTap } | null>((last, one) => (!last || one.tap.at >= last.tap.at ? one : last), null);
}

export function withoutTap(tally: Tally, tapId: string): Tally {
  return withoutTaps(tally, new Set([tapId]));
}

/** Restores a removed tap. */
export function withTap(tally: Tally, entry: Omit<TallyEntry, 'taps'>, tap: TallyTap): Tally {
  const known = tally.entries.find(({ id }) => id === entry.id);
  if (!known) return { ...tally, entries: [...tally.entries, { id: entry.id, taxon: entry.taxon, place: entry.place, taps: [tap] }] };
  if (known.taps.some(({ id }) => id === tap.id)) return tally;
  const taps = [...known.taps, tap].sort((one, other) => one.at - other.at);
  return { ...tally, entries: tally.entries.map((one) => (one === known ? { ...one, taps } : one)) };
}

/** Removes taps that were saved or undone. A species without taps keeps its place in the order. */
export function withoutTaps(tally: Tally, tapIds: ReadonlySet<string>): Tally {
  const entries = tally.entries.map((entry) => {
    const taps = entry.taps.filter(({ id }) => !tapIds.has(id));
    return taps.length === entry.taps.length ? entry : { ...entry, taps };
  });
  return { ...tally, entries };
}

/** Counts by taxon id, in the order in which the species were first counted. */
export function countByTaxon(tally: Tally): Map<number, { taxon: TaxonSummary; count: number }> {
  const counts = new Map<number, { taxon: TaxonSummary; count: number }>();
  for (const { taxon, taps } of tally.entries) {
    const before = counts.get(taxon.id);
    counts.set(taxon.id, { taxon, count: (before?.count ?? 0) + taps.length });
  }
  return counts;
}

export function countTaps(tally: Tally): number {
  return tally.entries.reduce((sum, { taps }) => sum + taps.length, 0);
}

export function findCurrentPlace(tally: Tally): TallyPlace | null {
  return tally.places.at(-1) ?? null;
}

/** Applies a fix: a more accurate one replaces the last. Taps long before the first fix keep an unknown place. */
export function withFix(tally: Tally, fix: TallyPlace, now: number): Tally {
  const known = findCurrentPlace(tally);
  const better = known?.coordinate_uncertainty_m ?? Number.POSITIVE_INFINITY;
  if (known && (known.location_source !== 'gps' || better <= (fix.coordinate_uncertainty_m ?? better))) return tally;
  if (!known && firstTapHere(tally) < now - NEAR_MS) return { ...tally, places: [...tally.places, fix] };
  return { ...tally, places: [...tally.places.slice(0, -1), fix] };
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
  const isUnused = firstTapHere(tally) === Number.POSITIVE_INFINITY && tally.entries.every((one) => one.place !== tally.places.length - 1);
  return { ...tally, places: [...(isUnused ? tally.places.slice(0, -1) : tally.places), place] };
}

function firstTapHere(tally: Tally): number {
  const here = tally.entries.filter(({ place }) => place === tally.places.length - 1);
  return here.flatMap(({ taps }) => taps).reduce((first, { at }) => Math.min(first, at), Number.POSITIVE_INFINITY);
}
