import type { PublicPlacePage } from '@veld/contract';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { locationOfPublicPlace } from '../../../shared/location/location-filter';
import { FreshnessMark } from '../../../shared/records/lists/ListParts';
import { useTotalText } from '../../../shared/record-filter/filter-labels';
import { makeRecordRequest } from '../../../shared/record-filter/record-query';
import { useRecordQuery } from '../../../shared/record-filter/use-record-query';
import { TaxonSearch } from '../../../shared/taxon-search/TaxonSearch';
import { TabRow } from '../../../ui/fields/TabRow';
import { FilterLine } from '../../../ui/FilterLine';
import { FilterChips } from '../../../shared/record-filter/FilterChips';
import { useExploredTotals } from '../../explore/data';
import { OWN_NAMES, type ViewProps } from '../../explore/view-props';
import { PeopleOrderSelect, PeopleView } from '../../explore/views/PeopleView';
import { RecordsView, RecordTools } from '../../explore/views/RecordsView';
import { SpeciesOrderSelect, SpeciesView } from '../../explore/views/SpeciesView';
import { useToday } from '../../species/species-count';
import { WeeksView } from './WeeksView';
import classes from './PlaceRecords.module.css';

const PLACE_VIEWS = ['species', 'latest', 'photos', 'firsts', 'weeks', 'people'] as const;

/**
 * The records in a place, by the views of Explore with the place as their filter, so that both say the same. What the person looks for and
 * the view are in the address.
 */
export function PlaceRecords({ place: { id } }: { place: PublicPlacePage }) {
  const { t } = useTranslation(['places', 'explore', 'common']);
  const [asked, changes, read] = useRecordQuery(OWN_NAMES);
  const query = useMemo(() => ({ ...asked, location: locationOfPublicPlace(id) }), [asked, id]);
  const request = useMemo(() => makeRecordRequest(query), [query]);
  const view = PLACE_VIEWS.find((one) => one === read('view')) ?? 'species';
  const { data: totals, error, dataUpdatedAt, refetch } = useExploredTotals(request);
  const total = useTotalText();
  const searchLabel = useId();
  const labels = {
    species: t('explore:tab.species', { number: total(totals?.species) }),
    latest: t('explore:tab.records', { number: total(totals?.records) }),
    photos: t('view.photos'),
    firsts: t('view.firsts', { year: useToday().slice(0, 4) }),
    weeks: t('view.weeks'),
    people: t('explore:tab.people', { number: total(totals?.people) }),
  };
  const shown: ViewProps = { query, request, changes, read };
  // The chips of the place itself stand in the title.
  const chips = { ...asked, location: 'worldwide' };
  const isFiltered = view !== 'weeks';
  return (
    <>
      <div className={classes.tabs}>
        <TabRow
          label={t('explore:views')}
          value={view}
          tabs={PLACE_VIEWS.map((one) => ({ value: one, label: labels[one] }))}
          onChange={(next) => changes.show({ view: next === 'species' ? null : next, order: null, as: null })}
        />
      </div>
      {isFiltered && (
        <div className={classes.filter}>
          <span id={searchLabel} className={classes.hidden}>
            {t('explore:field.taxon')}
          </span>
          <TaxonSearch
            labelledBy={searchLabel}
            placeholder={t('explore:taxon_placeholder')}
            onChoose={({ id: taxon }) => changes.change({ taxon_id: String(taxon), group: null })}
            quick={null}
          />
          <FilterLine>
            {view === 'species' && <SpeciesOrderSelect {...shown} />}
            {view === 'latest' && <RecordTools {...shown} />}
            {view === 'people' && <PeopleOrderSelect {...shown} />}
          </FilterLine>
          <FilterChips query={chips} changes={changes} />
        </div>
      )}
      <FreshnessMark isOutdated={totals !== undefined && error !== null} refreshedAt={dataUpdatedAt} onRetry={() => void refetch()} />
      {totals?.records.is_minimum && (view !== 'latest' || read('order') === 'name') && (
        <p className={classes.note}>{t('explore:latest_only')}</p>
      )}
      {view === 'species' && <SpeciesView {...shown} />}
      {view === 'latest' && <RecordsView {...shown} />}
      {view === 'photos' && <PhotosView {...shown} />}
      {view === 'firsts' && <FirstsView {...shown} />}
      {view === 'weeks' && <WeeksView placeId={id} />}
      {view === 'people' && <PeopleView {...shown} />}
    </>
  );
}

/** The latest records with a photo. */
function PhotosView({ query, changes }: ViewProps) {
  const withPhotos = useMemo(() => ({ ...query, values: { ...query.values, photos: '1' } }), [query]);
  const request = useMemo(() => makeRecordRequest(withPhotos), [withPhotos]);
  return <RecordsView query={withPhotos} request={request} changes={changes} read={() => null} />;
}

/** The species of this year, the last to arrive first. */
function FirstsView({ query, changes }: ViewProps) {
  const { t } = useTranslation('places');
  const year = useToday().slice(0, 4);
  const ofYear = useMemo(() => ({ ...query, values: { ...query.values, year } }), [query, year]);
  const request = useMemo(() => makeRecordRequest(ofYear), [ofYear]);
  return (
    <>
      <p className={classes.note}>{t('firsts_hint', { year })}</p>
      <SpeciesView query={ofYear} request={request} changes={changes} read={(name) => (name === 'order' ? 'first' : null)} />
    </>
  );
}
