import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { seenTaxonIds } from '../../local/records/observations';
import { countOwnObservations } from '../../local/records/own-count';
import { useThrottledQuery } from '../../device/use-throttled-query';
import { auth, currentDatabase } from '../../local/app/veld';
import classes from './shell.module.css';

/** Numbers of the user's records and species, from the device. */
export function ShellStatistics() {
  const { t } = useTranslation('common');
  const userId = useStore(auth.store, (state) => state.user?.id);
  const figures = useThrottledQuery(async () => {
    const database = currentDatabase();
    const [records, species] = await Promise.all([countOwnObservations(database), seenTaxonIds(database)]);
    return { records, species: species.size };
  }, [userId]);
  if (!figures) return null;
  return (
    <p className={classes.figures}>
      <span>{t('count.records', { count: figures.records })}</span>
      <span>{t('count.species', { count: figures.species })}</span>
    </p>
  );
}
