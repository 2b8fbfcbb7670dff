import { type TaxonGroup, WORLDWIDE } from '@veld/contract';
import type { BatchQuery } from '../../../local/records/identifications/batch';
import { useAddressFilter } from '../../../ui/use-address-filter';
import { useUser } from '../../../shared/session/session';
import { isLocationFilter, type LocationFilter, makeLocationRequest, useLocationFilter } from '../../../shared/location/location-filter';
import { groupFrom } from '../../../shared/taxa/GroupSelect';

export const KNOWN = 'known';

/** What the user wants to identify, as in the address of the screen. */
export interface QueueFilter {
  location: LocationFilter;
  /** `known`: the groups that the user knows. */
  group: TaxonGroup | typeof KNOWN | null;
  /** Also records that were skipped on this device. */
  hasSkipped: boolean;
  /** The records kept on this device instead. */
  isKept: boolean;
}

export interface FilterChanges {
  setLocation: (location: LocationFilter) => void;
  setGroup: (group: string) => void;
  setSkipped: (hasSkipped: boolean) => void;
  showKept: () => void;
}

export function useQueueFilter(): [QueueFilter, FilterChanges] {
  const [location, setLocation] = useLocationFilter(useUser().country_code ?? WORLDWIDE, isLocationFilter);
  const [read, write] = useAddressFilter();
  const group = read('group') === KNOWN ? KNOWN : groupFrom(read('group'));
  return [
    { location, group, hasSkipped: read('skipped') === '1', isKept: read('kept') === '1' },
    {
      setLocation,
      setGroup: (value) => write({ group: value }),
      setSkipped: (has) => write({ skipped: has ? '1' : null }),
      showKept: () => write({ kept: '1' }),
    },
  ];
}

/** A filter as the query of a request. */
export function makeBatchQuery({ location, group }: Pick<QueueFilter, 'location' | 'group'>): BatchQuery {
  return { ...makeLocationRequest(location), ...(group === KNOWN ? { known: '1' } : group ? { group } : {}) };
}

/** The address of the queue without any filter. */
export const UNFILTERED = `/identify?country=${WORLDWIDE}`;

export function isFiltered({ location, group }: QueueFilter): boolean {
  return location !== WORLDWIDE || group !== null;
}
