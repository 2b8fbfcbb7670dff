import { NativeSelect } from '@mantine/core';
import { PERIODS } from '@veld/contract';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { LocationSelect } from '../location/LocationSelect';
import { groupFrom, GroupSelect } from '../taxa/GroupSelect';
import { TaxonSearch } from '../taxon-search/TaxonSearch';
import { FilterLine } from '../../ui/FilterLine';
import { FilterChips, MoreFilters } from './FilterChips';
import type { FilterProps } from './use-record-query';
import classes from './FilterBar.module.css';

/**
 * The filter of records: what is chosen most in one line, all else behind a button, and each part in force as a chip. `children` stand at
 * the end of the line, so that on a phone the list begins higher.
 */
export function FilterBar({ query, changes, children }: FilterProps & { children?: ReactNode }) {
  const { t } = useTranslation(['explore', 'common']);
  const searchLabel = useId();
  const { values, location } = query;
  return (
    <div className={classes.bar}>
      <div className={classes.search}>
        <span id={searchLabel} className={classes.hidden}>
          {t('field.taxon')}
        </span>
        <TaxonSearch
          labelledBy={searchLabel}
          placeholder={t('taxon_placeholder')}
          onChoose={({ id }) => changes.change({ taxon_id: String(id), group: null })}
          quick={null}
        />
      </div>
      <FilterLine>
        <MoreFilters query={query} changes={changes} hasOwn />
        <GroupSelect
          value={groupFrom(values.group ?? null)}
          onChange={(group) => changes.change({ group, ...(group !== null && { taxon_id: null, below: null }) })}
        />
        <LocationSelect value={location} onChange={changes.setLocation} hasPlaces publicPlaces={t('public_place.search')} />
        <NativeSelect
          aria-label={t('field.dates')}
          value={values.period ?? 'all'}
          onChange={({ currentTarget: { value } }) => changes.change({ period: value === 'all' ? null : value })}
          data={PERIODS.map((period) => ({ value: period, label: t(`common:period.${period}`) }))}
        />
        {children}
      </FilterLine>
      <FilterChips query={query} changes={changes} />
    </div>
  );
}
