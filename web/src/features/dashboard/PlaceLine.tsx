import { Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useNow } from '../../device/use-now';
import { readWaitingPlaces, recordsWithoutFix } from '../../local/records/waiting-places';
import { currentDatabase } from '../../shared/session/session';
import { addPlaceAddress } from '../recording/data';
import classes from './SyncLine.module.css';

/** Records that were saved while the device looked for its location, which it didn't find. Each is one tap from its place. */
export default function PlaceLine() {
  const { t } = useTranslation('dashboard');
  const database = currentDatabase();
  const entries = useLiveQuery(() => readWaitingPlaces(database), [database]);
  const now = useNow(5000, entries !== undefined && entries.length > 0);
  const ids = useLiveQuery(() => recordsWithoutFix(database, now), [database, now]);
  const [latest] = ids ?? [];
  if (!ids || latest === undefined) return null;
  return (
    <section className={classes.panel}>
      <p className={classes.place} role="status">
        {t('no_place', { count: ids.length })}
      </p>
      <Button variant="default" component={Link} to={addPlaceAddress(latest)}>
        {t('add_place')}
      </Button>
    </section>
  );
}
