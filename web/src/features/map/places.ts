import { dayRange, inMonths } from '@veld/contract';
import type { LocalObservation } from '../../shared/records/own';
import { latestFirst } from '../../local/records/lists/latest-first';

/** A record with coordinates. */
export type PlacedRecord = LocalObservation & { latitude: number; longitude: number };

export function isPlaced(record: LocalObservation): record is PlacedRecord {
  return record.latitude != null && record.longitude != null;
}

/** A line of the list: a country, a month or a record. `month` is a date with month or year precision, or null if there is no date. */
export type PlaceLine =
  | { kind: 'country'; key: string; country: string | null; records: number }
  | { kind: 'month'; key: string; month: string | null }
  | { kind: 'record'; key: string; record: PlacedRecord };

/** Countries by number of records, most first; null stands for an unknown country. */
function countriesOf(records: readonly PlacedRecord[]): { country: string | null; records: number }[] {
  const groups = Map.groupBy(records, (record) => record.country_code);
  return [...groups]
    .map(([country, all]) => ({ country, records: all.length }))
    .sort((first, second) => (first.country === null ? 1 : second.country === null ? -1 : second.records - first.records));
}

/** Groups records by country (most records first) and month (latest first). */
export function placeLines(records: readonly PlacedRecord[]): PlaceLine[] {
  return countriesOf(records).flatMap(({ country, records: count }): PlaceLine[] => {
    const inCountry = latestFirst(records.filter((record) => record.country_code === country));
    const months = Map.groupBy(inCountry, monthOf);
    return [
      { kind: 'country', key: `country ${country ?? ''}`, country, records: count },
      ...[...months].flatMap(([month, all]): PlaceLine[] => [
        { kind: 'month', key: `month ${country ?? ''} ${month ?? ''}`, month },
        ...all.map((record): PlaceLine => ({ kind: 'record', key: record.id, record })),
      ]),
    ];
  });
}

function monthOf({ observed_on }: LocalObservation): string | null {
  const days = observed_on ? dayRange(observed_on) : null;
  return days && inMonths(days);
}

/** A geo URI (RFC 5870) for map apps; `u` is the uncertainty in metres. */
export function geoAddress({ latitude, longitude, coordinate_uncertainty_m: uncertainty }: PlacedRecord): string {
  const place = `geo:${Number(latitude.toFixed(6))},${Number(longitude.toFixed(6))}`;
  return uncertainty == null ? place : `${place};u=${Math.round(uncertainty)}`;
}
