import { useTranslation } from 'react-i18next';
import { LocationSelect } from '../../shared/location/LocationSelect';
import { PeriodSelect } from '../species/data';
import { useProfileFilter } from './address';
import classes from './profile.module.css';

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
