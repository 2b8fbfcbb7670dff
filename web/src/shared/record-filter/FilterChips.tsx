import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react';
import { WORLDWIDE } from '@veld/contract';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocationName } from '../location/location-filter';
import { useFilterChips } from './filter-labels';
import type { FilterProps } from './use-record-query';
import classes from './FilterBar.module.css';

const FilterDialog = lazy(() => import('./FilterDialog'));

/**
 * Each part of a filter in force as a chip, which a tap removes, and what of the address is not understood. `withoutLocation`: where its
 * select is always in view.
 */
export function FilterChips({ query, changes, withoutLocation = false }: FilterProps & { withoutLocation?: boolean }) {
  const { t } = useTranslation('explore');
  const chips = useFilterChips(query);
  const place = useLocationName(query.location);
  const { unread, location } = query;
  const all = chips.map(({ names, label }) => ({
    key: names.join(' '),
    label,
    onRemove: () => changes.change(Object.fromEntries(names.map((name) => [name, null]))),
  }));
  if (location !== WORLDWIDE && !withoutLocation)
    all.unshift({ key: 'location', label: place, onRemove: () => changes.setLocation(WORLDWIDE) });
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

interface MoreProps extends FilterProps {
  /** Of the button, if not all filters are behind it. */
  label?: string;
  /** Only the person's own records are filtered. */
  isOwn?: boolean;
  /** What only the person's own records can be filtered by, among everyone's. */
  hasOwn?: boolean;
  /** Fields before all others, for a screen that has none beside the button. */
  children?: ReactNode;
}

/** Opens all filters. */
export function MoreFilters({ label, ...props }: MoreProps) {
  const { t } = useTranslation('explore');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconAdjustmentsHorizontal size={20} aria-hidden />} onClick={() => setOpen(true)}>
        {label ?? t('more_filters')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <FilterDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
