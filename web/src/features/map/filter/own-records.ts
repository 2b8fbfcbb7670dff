import { dayRange, hasEvidence, isInDays, isInPeriod, type RecordFilterQuery, recordFilter, WORLDWIDE } from '@veld/contract';
import { isInRings } from '@veld/geometry';
import { useEffect, useMemo, useState } from 'react';
import { z } from 'zod/mini';
import { isAtSavedPlace, type PlaceArea } from '../../../local/changes/saved-places';
import { parents } from '../../../local/taxonomy/search';
import { isAreaFilter } from '../../../shared/location/location-filter';
import type { RecordQuery } from '../../../shared/record-filter/record-query';
import { foundSpeciesId } from '../../../shared/records/own';
import type { PlacedRecord } from '../places';

/** What a filter of records means on this device. */
interface Known {
  /** The saved place or circle of the location; null if it has none or the place is gone. */
  place: PlaceArea | null;
  /** The chosen taxon and those below it; null if none is chosen. */
  below: ReadonlySet<number> | null;
  today: string;
}

/** The person's records that pass a filter: by the same rules as the server selects a person's own ones. */
export function filterOwnRecords(
  records: readonly PlacedRecord[],
  { values, location }: Pick<RecordQuery, 'values' | 'location'>,
  { place, below, today }: Known,
): PlacedRecord[] {
  const filter = z.parse(recordFilter, values);
  const isAtLocation = (record: PlacedRecord) =>
    isAreaFilter(location) ? place !== null && isAtSavedPlace(place, record) : location === WORLDWIDE || record.country_code === location;
  return records.filter(
    (record) =>
      isAtLocation(record) &&
      (below === null || (record.taxon_id != null && below.has(record.taxon_id))) &&
      (filter.group === undefined || (record.taxon?.group ?? 'other') === filter.group) &&
      hasDate(record, filter, today) &&
      isInArea(record, filter) &&
      hasFields(record, filter),
  );
}

function hasDate({ observed_on }: PlacedRecord, { period, from, to, year, month }: RecordFilterQuery, today: string): boolean {
  if (period !== undefined && !isInPeriod(observed_on, period, today)) return false;
  if ((from ?? to) !== undefined && !isInDays(observed_on, { from: from ?? '0001-01-01', to: to ?? '9999-12-31' })) return false;
  if (year === undefined && month === undefined) return true;
  const days = observed_on ? dayRange(observed_on) : null;
  if (!days) return false;
  const isOneYear = days.from.slice(0, 4) === days.to.slice(0, 4);
  if (year !== undefined && !(isOneYear && year.includes(Number(days.from.slice(0, 4))))) return false;
  return month === undefined || (days.from.slice(0, 7) === days.to.slice(0, 7) && month.includes(Number(days.from.slice(5, 7))));
}

function isInArea({ latitude, longitude }: PlacedRecord, { box, polygon }: RecordFilterQuery): boolean {
  if (polygon && !isInRings([[...polygon, polygon[0]!]], longitude, latitude)) return false;
  if (!box) return true;
  const { west, south, east, north } = box;
  const isBetween = west > east ? longitude >= west || longitude <= east : longitude >= west && longitude <= east;
  return isBetween && latitude >= south && latitude <= north;
}

function hasFields(record: PlacedRecord, filter: RecordFilterQuery): boolean {
  const { breeding_code: code, wildness } = record.attributes;
  const uncertainty = record.coordinate_uncertainty_m;
  return (
    isOneOf(record.quality, filter.quality) &&
    isOneOf(record.validation ?? 'unverified', filter.validation) &&
    (filter.unnamed !== '1' || foundSpeciesId(record) === null) &&
    (filter.photos === undefined || hasEvidence(record.media) === (filter.photos === '1')) &&
    isOneOf(record.life_stage, filter.life_stage) &&
    isOneOf(record.sex, filter.sex) &&
    isOneOf(code, filter.breeding) &&
    isOneOf(wildness, filter.wildness) &&
    isOneOf(record.license, filter.license) &&
    (filter.hidden === undefined || record.is_obscured === (filter.hidden === '1')) &&
    (filter.uncertainty_m === undefined || (uncertainty != null && uncertainty <= filter.uncertainty_m))
  );
}

const isOneOf = (value: unknown, choices: readonly unknown[] | undefined) => choices === undefined || choices.includes(value);

/**
 * The taxa of the records that are the chosen one or, unless it is meant alone, below it, by the taxonomy on the device. Undefined while
 * loading.
 */
export function useTaxaBelow(
  { taxon_id, below }: RecordQuery['values'],
  records: readonly PlacedRecord[] | undefined,
): ReadonlySet<number> | null | undefined {
  const taxon = taxon_id === undefined ? null : Number(taxon_id);
  const isAlone = below === '0';
  const [found, setFound] = useState<{ taxon: number; key: string; ids: ReadonlySet<number> } | null>(null);
  const key = useMemo(
    () =>
      taxon === null || isAlone || !records
        ? ''
        : [...new Set(records.flatMap(({ taxon_id: id }) => id ?? []))].toSorted((a, b) => a - b).join(),
    [taxon, isAlone, records],
  );
  useEffect(() => {
    if (taxon === null) return;
    let isCurrent = true;
    void listTaxaBelow(taxon, key === '' ? [] : key.split(',').map(Number)).then((ids) => {
      if (isCurrent) setFound({ taxon, key, ids });
    });
    return () => {
      isCurrent = false;
    };
  }, [taxon, key]);
  if (taxon === null) return null;
  return found?.taxon === taxon && found.key === key ? found.ids : undefined;
}

/** Taxa missing from the device have no known ancestors. */
async function listTaxaBelow(taxon: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const above = await Promise.all(ids.map((id) => parents(id).catch(() => [])));
  return new Set([taxon, ...ids.filter((_, index) => above[index]!.some(({ id }) => id === taxon))]);
}
