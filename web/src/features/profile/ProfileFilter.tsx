import { WORLDWIDE } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { NO_LOCATION, useLocationFilter } from '../../shared/location/location-filter';
import { LocationSelect } from '../../shared/location/LocationSelect';
import { useAddressFilter } from '../../ui/use-address-filter';
import { parsePeriod, PeriodSelect } from '../species/data';
import type { PersonFilter } from './data';
import classes from './profile.module.css';

export const LAYOUTS = ['grid', 'list', 'map'] as const;
type RecordLayout = (typeof LAYOUTS)[number];

/** The period and the country of the figures and lists of a profile. */
export function ProfileFilter({ since = null }: { since?: string | null }) {
  const { t } = useTranslation('profile');
  const { period, location, setPeriod, setLocation } = useProfileFilter();
  return (
    <div className={classes.filters} role="group" aria-label={t('filter')}>
      <PeriodSelect value={period} since={since} onChange={setPeriod} />
      <LocationSelect value={location} onChange={setLocation} />
    </div>
  );
}

/** The period and the country of a profile, in its address. */
export function useProfileFilter(): PersonFilter & {
  setPeriod: (period: PersonFilter['period']) => void;
  setLocation: (location: string) => void;
  /** Everything, everywhere, in one change of the address. */
  clear: () => void;
} {
  const [read, write] = useAddressFilter();
  const [location, setLocation] = useLocationFilter(WORLDWIDE);
  return {
    period: parsePeriod(read('period')),
    location,
    setPeriod: (next) => write({ period: next === 'all' ? null : next, since: null }),
    setLocation,
    clear: () => write({ period: null, since: null, quality: null, ...NO_LOCATION, country: WORLDWIDE }),
  };
}

/** Addresses of parts of the shown profile, with its filter. */
export function useProfileAddress(): (change: Record<string, string | null>, part: string) => string {
  const { pathname, search } = useLocation();
  return (change, part) => {
    const query = new URLSearchParams(search);
    for (const [name, value] of Object.entries(change)) {
      if (value === null) query.delete(name);
      else query.set(name, value);
    }
    return `${pathname}?${query}#${part}`;
  };
}

/** How the records of a profile are shown (`?as=`). */
export function useRecordLayout(): [RecordLayout, (next: RecordLayout) => void] {
  const [read, write] = useAddressFilter();
  const layout = LAYOUTS.find((one) => one === read('as')) ?? 'grid';
  return [layout, (next) => write({ as: next === 'grid' ? null : next })];
}
