import { NativeSelect } from '@mantine/core';
import { type ExploredSpecies, EXPLORED_ORDERS } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { recordedDate } from '../../../i18n/format';
import { LoadFailure, MoreRecords } from '../../../shared/records/lists/ListParts';
import { useLanguage } from '../../../shared/session/session';
import { speciesAddress } from '../../../shared/taxa/data';
import { useNamedTaxon } from '../../../shared/taxa/names';
import { TaxonRow } from '../../../ui/cards/TaxonRow';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { type SpeciesOrder, useExploredSpecies } from '../data';
import type { ViewProps } from '../view-props';
import { writeRecordQuery } from '../../../shared/record-filter/record-query';
import { NothingFound } from './NothingFound';
import { RecordsLink } from './RecordsLink';
import classes from './views.module.css';

/** The order of the species. */
export function SpeciesOrderSelect({ read, changes }: ViewProps) {
  const { t } = useTranslation('explore');
  return (
    <NativeSelect
      aria-label={t('order.label')}
      value={orderIn(read)}
      onChange={(event) => changes.show({ order: event.currentTarget.value === 'records' ? null : event.currentTarget.value })}
      data={EXPLORED_ORDERS.map((one) => ({ value: one, label: t(`species_order.${one}`) }))}
    />
  );
}

const orderIn = (read: ViewProps['read']): SpeciesOrder => EXPLORED_ORDERS.find((one) => one === read('order')) ?? 'records';

/** The species of the filter with their records, first and last days. */
export function SpeciesView({ query, request, read, changes }: ViewProps) {
  const { t } = useTranslation(['explore', 'common']);
  const species = useExploredSpecies(request, orderIn(read));
  const list = species.data?.pages.flatMap((page) => page.data);
  const recordsAddress = (id: number) => {
    const address = writeRecordQuery({ ...query, values: { ...query.values, taxon_id: String(id) } });
    return `/explore?${address}`;
  };
  return (
    <>
      {!list && species.error && <LoadFailure error={species.error} onRetry={() => void species.refetch()} />}
      {!list && !species.error && <TaxonRowSkeletons label={t('loading')} />}
      {list?.length === 0 && <NothingFound onClear={changes.clear} />}
      {list && list.length > 0 && (
        <ul className={classes.species} aria-label={t('view.species')}>
          {list.map((one) => (
            <li key={one.taxon.id}>
              <SpeciesRow species={one} recordsAddress={recordsAddress(one.taxon.id)} />
            </li>
          ))}
        </ul>
      )}
      {species.hasNextPage && (
        <MoreRecords
          onMore={() => void species.fetchNextPage()}
          isLoading={species.isFetchingNextPage}
          hasFailed={species.isFetchNextPageError}
        />
      )}
    </>
  );
}

function SpeciesRow({
  species: { taxon: given, records, first, last, photo },
  recordsAddress,
}: {
  species: ExploredSpecies;
  recordsAddress: string;
}) {
  const language = useLanguage();
  const taxon = useNamedTaxon(given);
  const days = first === last ? [last] : [first, last];
  const note = days.flatMap((day) => (day === null ? [] : recordedDate(day, language))).join(' – ');
  return (
    <div className={classes.speciesRow}>
      <TaxonRow
        to={speciesAddress(taxon.id)}
        name={taxon.name}
        scientificName={taxon.scientific_name}
        rank={taxon.rank}
        group={taxon.group}
        imageUrl={photo?.urls?.[128] ?? taxon.image_url}
        note={note}
      />
      <RecordsLink to={recordsAddress} count={records} />
    </div>
  );
}
