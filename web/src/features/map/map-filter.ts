import { isInPeriod, type Period, TAXON_GROUPS, type TaxonGroup } from '@veld/contract';
import { useMemo } from 'react';
import { useAddressFilter } from '../../ui/use-address-filter';
import { periodOf, useToday } from '../species/data';
import { countriesOf, type PlacedRecord } from './places';

/** Value in the URL for records whose country is unknown. */
export const UNKNOWN = 'unknown';

export interface MapFilter {
  /** A country code, `unknown`, or null for all. */
  country: string | null;
  group: TaxonGroup | null;
  period: Period;
  /** Everyone's public records instead of the own ones. */
  isEveryone: boolean;
}

export function filterPlaced(
  records: readonly PlacedRecord[],
  { country, group, period }: Omit<MapFilter, 'isEveryone'>,
  today: string,
): PlacedRecord[] {
  return records.filter(
    (record) =>
      (country === null || (record.country_code ?? UNKNOWN) === country) &&
      (group === null || (record.taxon?.group ?? 'other') === group) &&
      isInPeriod(record.observed_on, period, today),
  );
}

/** The choices in the address, the records that fit them, and the countries to choose from. */
export function useMapFilter(placed: readonly PlacedRecord[] | undefined) {
  const [read, write] = useAddressFilter();
  const today = useToday();
  const countries = useMemo(() => (placed ? countriesOf(placed) : []), [placed]);
  const asked = read('country');
  const country = countries.some((one) => (one.country ?? UNKNOWN) === asked) ? asked : null;
  const group = TAXON_GROUPS.find((one) => one === read('group')) ?? null;
  const period = periodOf(read('period'));
  const records = useMemo(() => placed && filterPlaced(placed, { country, group, period }, today), [placed, country, group, period, today]);
  const isEveryone = read('whose') === 'everyone';
  return { filter: { country, group, period, isEveryone }, countries, records, write };
}
