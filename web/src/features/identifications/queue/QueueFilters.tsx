import { Checkbox, NativeSelect } from '@mantine/core';
import { KNOWN_GROUP_IDENTIFICATIONS, KNOWN_GROUP_RECORDS, type KnownGroup, TAXON_GROUPS } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { number } from '../../../i18n/format';
import { useLanguage } from '../../../shared/session/session';
import { LocationSelect } from '../../../shared/location/LocationSelect';
import { type FilterChanges, KNOWN, type QueueFilter } from './filter';
import classes from './QueueFilters.module.css';

interface Props {
  filter: QueueFilter;
  changes: FilterChanges;
  /** Undefined until the server has said them. */
  knownGroups: readonly KnownGroup[] | undefined;
}

export function QueueFilters({ filter, changes, knownGroups }: Props) {
  const { t } = useTranslation(['identifications', 'taxa', 'common']);
  return (
    <div className={classes.filters}>
      <LocationSelect value={filter.location} onChange={changes.setLocation} hasPlaces />
      <NativeSelect
        aria-label={t('taxa:filter.group')}
        value={filter.group ?? ''}
        onChange={(event) => changes.setGroup(event.currentTarget.value)}
        data={[
          { value: '', label: t('taxa:filter.all_groups') },
          { value: KNOWN, label: t('queue.known') },
          ...TAXON_GROUPS.map((group) => ({ value: group, label: t(`common:group.${group}`) })),
        ]}
      />
      <Checkbox
        label={t('queue.skipped_too')}
        checked={filter.hasSkipped}
        onChange={(event) => changes.setSkipped(event.currentTarget.checked)}
      />
      {filter.group === KNOWN && knownGroups && <KnownGroups groups={knownGroups} />}
    </div>
  );
}

const NEEDED = { records: KNOWN_GROUP_RECORDS, identifications: KNOWN_GROUP_IDENTIFICATIONS };

/** Which groups the user knows, and why. */
function KnownGroups({ groups }: { groups: readonly KnownGroup[] }) {
  const { t } = useTranslation(['identifications', 'common']);
  const language = useLanguage();
  const reasonOf = ({ records, identifications, is_expert }: KnownGroup) =>
    [
      is_expert && t('mark.expert'),
      records > 0 && t('common:count.records', { count: records }),
      identifications > 0 && t('queue.identifications', { number: number(identifications, language) }),
    ].filter((reason) => reason !== false);
  const names = groups.map((one) => `${t(`common:group.${one.group}`)} (${reasonOf(one).join(', ')})`);
  return <p className={classes.why}>{groups.length > 0 ? names.join(' · ') : t('queue.known_none', NEEDED)}</p>;
}
