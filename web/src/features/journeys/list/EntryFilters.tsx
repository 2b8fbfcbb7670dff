import { NativeSelect } from '@mantine/core';
import { PROTOCOLS } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useTranslation } from 'react-i18next';
import { savedPlaces } from '../../../local/records/lists/saved-places';
import { currentDatabase } from '../../../shared/session/session';
import { PeriodSelect } from '../../species/data';
import { GroupSelect } from '../../../shared/taxa/parts/GroupSelect';
import type { LocalJourney } from '../own-journeys';
import classes from './EntryFilters.module.css';
import type { ListView } from './use-list-view';

/** What narrows the list of journeys. Places are offered where a journey was started at one. */
export function EntryFilters({ view, journeys }: { view: ListView; journeys: readonly LocalJourney[] }) {
  const { t } = useTranslation('journeys');
  const { period, protocol, place, group, change } = view;
  const database = currentDatabase();
  const places = useLiveQuery(() => savedPlaces(database), [database]) ?? [];
  const used = places.filter(({ id }) => journeys.some(({ location_id }) => location_id === id));
  return (
    <div className={classes.filters}>
      <PeriodSelect value={period} onChange={(next) => change({ period: next === 'all' ? null : next })} />
      <NativeSelect
        aria-label={t('start.protocol')}
        value={protocol ?? ''}
        data={[
          { value: '', label: t('overview.all_protocols') },
          ...PROTOCOLS.map((one) => ({ value: one as string, label: t(`protocol.${one}`) })),
        ]}
        onChange={(event) => change({ protocol: event.currentTarget.value || null })}
      />
      {used.length > 0 && (
        <NativeSelect
          aria-label={t('overview.place')}
          value={place ?? ''}
          data={[{ value: '', label: t('overview.all_places') }, ...used.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={(event) => change({ at: event.currentTarget.value || null })}
        />
      )}
      <GroupSelect value={group} onChange={(next) => change({ group: next })} />
    </div>
  );
}
