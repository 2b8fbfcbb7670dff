import { WORLDWIDE } from '@veld/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { useThrottledQuery } from '../../device/use-throttled-query';
import { auth, currentDatabase } from '../../local/app/veld';
import type { UserDatabase } from '../../local/db/database';
import { seenTaxonIds } from '../../local/records/observations';
import { findCountedSpecies, onTaxonomyChange } from '../../local/taxonomy/search';

/** The number of species that the user has seen, with a link to their list. */
export default function SpeciesFigure() {
  const { t } = useTranslation('common');
  const userId = useStore(auth.store, (state) => state.user?.id);
  const names = useNamesVersion();
  const species = useThrottledQuery(() => countSeenSpecies(currentDatabase()), [userId, names]);
  if (species === undefined) return null;
  return <Link to={`/my-species?view=seen&country=${WORLDWIDE}`}>{t('count.species', { count: species })}</Link>;
}

/** The species seen, like the list "Seen": a subspecies counts for its species. */
async function countSeenSpecies(database: UserDatabase): Promise<number> {
  const seen = await seenTaxonIds(database);
  const others = new Map(await findCountedSpecies([...seen]).catch(() => []));
  return new Set([...seen].map((id) => others.get(id) ?? id)).size;
}

/** Changes with the names on this device, with which a subspecies is known to be one. */
function useNamesVersion(): number {
  const [version, setVersion] = useState(0);
  useEffect(() => onTaxonomyChange(() => setVersion((before) => before + 1)), []);
  return version;
}
