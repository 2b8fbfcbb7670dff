import { Checkbox, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NOTIFICATION_KINDS } from './data';
import classes from './EntryFilters.module.css';
import type { EntryFilter } from './shown-entries';

/** Chooses which entries are shown. */
export function EntryFilters({ filter, onChange }: { filter: EntryFilter; onChange: (change: Partial<EntryFilter>) => void }) {
  const { t } = useTranslation('notifications');
  return (
    <div className={classes.filters}>
      <NativeSelect
        label={t('filter')}
        value={filter.kind ?? ''}
        data={[{ value: '', label: t('all_kinds') }, ...NOTIFICATION_KINDS.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))]}
        onChange={({ currentTarget: { value } }) => onChange({ kind: NOTIFICATION_KINDS.find((kind) => kind === value) ?? null })}
      />
      <Checkbox
        className={classes.unread}
        label={t('unread_only')}
        checked={filter.isUnread}
        onChange={({ currentTarget: { checked } }) => onChange({ isUnread: checked })}
      />
    </div>
  );
}
