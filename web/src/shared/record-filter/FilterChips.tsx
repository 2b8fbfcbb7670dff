import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react';
import { WORLDWIDE } from '@veld/contract';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocationName } from '../location/location-filter';
import { useFilterChips } from './filter-labels';
import type { FilterProps } from './use-record-query';
import classes from './FilterBar.module.css';

const FilterDialog = lazy(() => import('./FilterDialog'));

/** Each part of a filter in force as a chip, which a tap removes, and what of the address is not understood. */
export function FilterChips({ query, changes }: FilterProps) {
  const { t } = useTranslation('explore');
  const chips = useFilterChips(query);
  const place = useLocationName(query.location);
  const { unread, location } = query;
  const all = chips.map(({ names, label }) => ({
    key: names.join(' '),
    label,
    onRemove: () => changes.change(Object.fromEntries(names.map((name) => [name, null]))),
  }));
  if (location !== WORLDWIDE) all.unshift({ key: 'location', label: place, onRemove: () => changes.setLocation(WORLDWIDE) });
  return (
    <>
      {unread.length > 0 && (
        <p className={classes.unread} role="alert">
          {t('not_understood', { count: unread.length, what: unread.join(', ') })}
        </p>
      )}
      {all.length > 0 && (
        <div className={classes.chips} role="group" aria-label={t('chips')}>
          {all.map(({ key, label, onRemove }) => (
            <Button
              key={key}
              variant="default"
              radius="xl"
              rightSection={<IconX size={18} aria-hidden />}
              aria-label={t('remove', { filter: label })}
              onClick={onRemove}
            >
              {label}
            </Button>
          ))}
          {all.length > 1 && (
            <Button variant="subtle" onClick={changes.clear}>
              {t('clear')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

/** Opens all filters. */
export function MoreFilters(props: FilterProps) {
  const { t } = useTranslation('explore');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconAdjustmentsHorizontal size={20} aria-hidden />} onClick={() => setOpen(true)}>
        {t('more_filters')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <FilterDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
