import { useSearchParams } from 'react-router';
import { useMemo } from 'react';
import { isAnyLocation, type LocationFilter, useLocationFilter } from '../../../shared/location/location-filter';
import { type RecordQuery, withoutForeignHidden } from '../../../shared/record-filter/record-query';
import { type RecordQueryChanges, type Understand, useRecordQuery } from '../../../shared/record-filter/use-record-query';
import { useQueryChange } from '../../../ui/use-address-filter';
import { WORLDWIDE } from '@veld/contract';

/** What the address of the map has besides the filter of records: whose, the layer, and what is shown first. */
export const OWN_NAMES = ['whose', 'layer', 'at', 'places'] as const;

/** What only a filter of everyone's records has. */
const OF_EVERYONE = ['user_id', 'project_id', 'unseen', 'first_of_year'] as const;

/** Names in addresses from before the map had the filter of all records. */
const OLD_NAMES = { taxon: 'taxon_id', person: 'user_id' } as const;

/** The step of the time slider. */
export interface Step {
  year: number | null;
  month: number | null;
}

export interface MapFilter {
  /** Everyone's public records instead of the person's own. */
  isEveryone: boolean;
  query: RecordQuery;
  changes: RecordQueryChanges;
  /** Leaves out what only the other map has. */
  show: (whose: 'mine' | 'everyone') => void;
  step: Step;
  setStep: (step: Step) => void;
}

/** An address with the names of today; null if it has no old ones. */
export function renameOld(search: URLSearchParams): URLSearchParams | null {
  const old = Object.entries(OLD_NAMES).filter(([name]) => search.has(name));
  if (old.length === 0) return null;
  const next = new URLSearchParams(search);
  for (const [name, now] of old) {
    const value = next.get(name)!;
    next.delete(name);
    if (!next.has(now)) next.set(now, value);
  }
  return next;
}

const isOfEveryone = (address: URLSearchParams) => address.get('whose') === 'everyone';

/** What the map understands of the filter in its address. What the person's own records cannot be filtered by is not understood there. */
export const understandMap: Understand = (query, address, userId) => {
  if (isOfEveryone(address)) return withoutForeignHidden(query, userId);
  const kept = { ...query.values };
  const left = [...query.unread];
  for (const name of OF_EVERYONE) {
    if (kept[name] === undefined) continue;
    left.push(`${name}=${kept[name]}`);
    delete kept[name];
  }
  return { ...query, values: kept, unread: left };
};

/** The filter in the address; its location is the choice last made on another screen if the address has none. */
export function useMapFilter(): MapFilter {
  const [search] = useSearchParams();
  const changeQuery = useQueryChange();
  const [location, setShared] = useLocationFilter(WORLDWIDE, isAnyLocation);
  const [{ values, unread }, recordChanges] = useRecordQuery(OWN_NAMES, understandMap);
  const query = useMemo(() => ({ values, location, unread }), [values, location, unread]);
  const setLocation = (next: LocationFilter) => {
    // One area at a time.
    changeQuery((address) => address.delete('polygon'));
    setShared(next);
  };
  const changes: RecordQueryChanges = {
    ...recordChanges,
    setLocation,
    clear: () => {
      recordChanges.clear();
      setShared(WORLDWIDE);
    },
  };
  return {
    isEveryone: isOfEveryone(search),
    query,
    changes,
    show: (whose) =>
      changeQuery((address) => {
        for (const name of OF_EVERYONE) address.delete(name);
        // Without a person, it is only about one's own.
        if (whose === 'everyone') address.delete('hidden');
        if (whose === 'everyone') address.set('whose', whose);
        else address.delete('whose');
      }),
    step: readStep(values),
    setStep: ({ year, month }) =>
      recordChanges.change({
        year: year === null ? null : String(year),
        month: month === null ? null : String(month),
        ...(year !== null && { period: null, from: null, to: null }),
      }),
  };
}

/** The step of the slider: the only year or month of a filter. */
export function readStep({ year, month }: RecordQuery['values']): Step {
  const only = (text: string | undefined) => (text === undefined || text.includes(',') ? null : Number(text));
  return { year: only(year), month: only(month) };
}
