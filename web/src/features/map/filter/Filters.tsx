import { NativeSelect } from '@mantine/core';
import { PERIODS } from '@veld/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { LocationSelect } from '../../../shared/location/LocationSelect';
import { FilterChips, MoreFilters } from '../../../shared/record-filter/FilterChips';
import type { FilterProps } from '../../../shared/record-filter/use-record-query';
import { groupFrom, GroupSelect } from '../../../shared/taxa/GroupSelect';
import { TaxonSearch } from '../../../shared/taxon-search/TaxonSearch';
import { FilterLine } from '../../../ui/FilterLine';
import { PageHeader } from '../../../ui/PageHeader';
import type { Screen } from '../use-screen';
import classes from './Filters.module.css';

/** Page header and filters: whose records and where in one line, all else behind a button, and each part in force as a chip. */
export function Top({ screen: { isEveryone, query, changes, show } }: { screen: Screen }) {
  const { t } = useTranslation(['map', 'common', 'explore']);
  return (
    <>
      <PageHeader title={t('common:screens.map')} lead={t(isEveryone ? 'lead_everyone' : 'lead')} />
      <div className={classes.filters}>
        <FilterLine>
          <MoreFilters query={query} changes={changes} label={t('filters')} isOwn={!isEveryone}>
            <What query={query} changes={changes} />
          </MoreFilters>
          <NativeSelect
            aria-label={t('whose')}
            value={isEveryone ? 'everyone' : 'mine'}
            onChange={(event) => show(event.currentTarget.value === 'everyone' ? 'everyone' : 'mine')}
            data={[
              { value: 'mine', label: t('mine') },
              { value: 'everyone', label: t('everyone') },
            ]}
          />
          <LocationSelect value={query.location} onChange={changes.setLocation} hasPlaces publicPlaces={t('explore:public_place.search')} />
        </FilterLine>
        <FilterChips query={query} changes={changes} withoutLocation />
      </div>
    </>
  );
}

/** What is looked for and when; Explore has these beside its button. */
function What({ query: { values }, changes }: FilterProps) {
  const { t } = useTranslation(['map', 'common', 'explore']);
  const label = useId();
  return (
    <>
      <div>
        <p className={classes.label} id={label}>
          {t('taxon')}
        </p>
        <TaxonSearch
          labelledBy={label}
          placeholder={t('taxon_placeholder')}
          onChoose={({ id }) => changes.change({ taxon_id: String(id), group: null })}
          quick={null}
        />
      </div>
      <GroupSelect
        value={groupFrom(values.group ?? null)}
        onChange={(group) => changes.change({ group, ...(group !== null && { taxon_id: null, below: null }) })}
      />
      <NativeSelect
        aria-label={t('explore:field.dates')}
        value={values.period ?? 'all'}
        onChange={({ currentTarget: { value } }) => changes.change({ period: value === 'all' ? null : value })}
        data={PERIODS.map((period) => ({ value: period, label: t(`common:period.${period}`) }))}
      />
    </>
  );
}
