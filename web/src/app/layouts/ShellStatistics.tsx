import { computeLevel, WORLDWIDE } from '@veld/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { seenTaxonIds } from '../../local/records/observations';
import { readReceiving } from '../../local/pull/pull-store';
import { countOwnObservations } from '../../local/records/own-count';
import { useThrottledQuery } from '../../device/use-throttled-query';
import { auth, currentDatabase } from '../../local/app/veld';
import type { UserDatabase } from '../../local/db/database';
import classes from './shell.module.css';

/** Numbers of the user's records and species, from the device, with links to their lists. None while a new device receives them. */
export function ShellStatistics() {
  const { t } = useTranslation('common');
  const user = useStore(auth.store, (state) => state.user);
  const userId = user?.id;
  const records = useThrottledQuery(() => countOwnObservations(currentDatabase()), [userId]);
  const isComplete = useThrottledQuery(async () => (await readReceiving(currentDatabase())) === null, [userId]);
  const names = useNamesVersion();
  const species = useThrottledQuery(() => countSeenSpecies(currentDatabase()), [userId, names]);
  // The species take longer: each is looked up in the taxonomy once.
  if (records === undefined || !isComplete) return null;
  return (
    <p className={classes.figures}>
      <Link to="/profile">{t('count.records', { count: records })}</Link>
      {species !== undefined && <Link to={`/my-species?view=seen&country=${WORLDWIDE}`}>{t('count.species', { count: species })}</Link>}
      {user?.preferences.gamification && <Link to="/profile?tab=badges">{t('count.level', { level: computeLevel(user.total_xp) })}</Link>}
      <Link to="/statistics">{t('screens.statistics')}</Link>
    </p>
  );
}

/** The species seen, like the list "Seen": a subspecies counts for its species. */
async function countSeenSpecies(database: UserDatabase): Promise<number> {
  const seen = await seenTaxonIds(database);
  // Imported lazily, because the taxonomy is not in the first script.
  const { findCountedSpecies } = await import('../../local/taxonomy/search');
  const others = new Map(await findCountedSpecies([...seen]).catch(() => []));
  return new Set([...seen].map((id) => others.get(id) ?? id)).size;
}

/** Changes with the names on this device, with which a subspecies is known to be one. */
function useNamesVersion(): number {
  const [version, setVersion] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    let end = () => {};
    void import('../../local/taxonomy/search').then(({ onTaxonomyChange }) => {
      if (isCurrent) end = onTaxonomyChange(() => setVersion((before) => before + 1));
    });
    return () => {
      isCurrent = false;
      end();
    };
  }, []);
  return version;
}
