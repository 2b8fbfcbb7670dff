import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/EmptyState';
import { useIsOnline } from '../../../shared/session/session';
import { StillMap } from '../../../shared/geo/still/StillMap';
import { useEveryoneCells } from '../../../shared/geo/still/use-everyone-cells';
import type { PersonFilter } from '../data';

/** A map of a person's public records, as cells. */
export function PersonMap({ id, name, filter: { period, location } }: { id: string; name: string; filter: PersonFilter }) {
  const { t } = useTranslation('profile');
  const isOnline = useIsOnline();
  const cells = useEveryoneCells({ user_id: id, period, country: location });
  if (cells?.length === 0) return <EmptyState sentence={t('no_places')} />;
  if (!cells) return isOnline ? null : <EmptyState sentence={t('map_offline')} />;
  return <StillMap label={t('map_of_person', { name })} shapes={cells} to={`/map?whose=everyone&person=${id}`} />;
}
