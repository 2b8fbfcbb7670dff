import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots, IconShare, IconZoomQuestion } from '@tabler/icons-react';
import { EMBED_VIEWS, isOneOf } from '@veld/contract';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { shareLink } from '../../device/files';
import { FreshnessMark } from '../../shared/records/lists/ListParts';
import { notifier } from '../../shared/session/session';
import { TabRow } from '../../ui/fields/TabRow';
import { PageHeader } from '../../ui/PageHeader';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import { useExploredTotals } from './data';
import { FilterBar } from '../../shared/record-filter/FilterBar';
import { useTotalText } from '../../shared/record-filter/filter-labels';
import { makeRecordRequest, writeRecordQuery } from '../../shared/record-filter/record-query';
import { SavedViews } from '../../shared/record-filter/views/SavedViews';
import { useRecordQuery } from '../../shared/record-filter/use-record-query';
import { EmbedItem } from './EmbedItem';
import { OWN_NAMES } from './view-props';
import { MonthsView } from './views/MonthsView';
import { PeopleOrderSelect, PeopleView } from './views/PeopleView';
import { RecordsView, RecordTools } from './views/RecordsView';
import { SpeciesOrderSelect, SpeciesView } from './views/SpeciesView';
import classes from './ExploreScreen.module.css';

const MapView = lazy(() => import('./views/MapView'));

const VIEWS = ['records', 'species', 'people', 'months', 'map'] as const;

/** Everyone's records by one filter: as records, species, people, months or a map. All of it is in the address. */
export default function ExploreScreen() {
  const { t } = useTranslation(['explore', 'common']);
  const [query, changes, read] = useRecordQuery(OWN_NAMES);
  const request = useMemo(() => makeRecordRequest(query), [query]);
  const view = VIEWS.find((one) => one === read('view')) ?? 'records';
  const { data: totals, error, dataUpdatedAt, refetch } = useExploredTotals(request);
  const total = useTotalText();
  const labels = {
    records: t('tab.records', { number: total(totals?.records) }),
    species: t('tab.species', { number: total(totals?.species) }),
    people: t('tab.people', { number: total(totals?.people) }),
    months: t('view.months'),
    map: t('view.map'),
  };
  const shown = { query, request, changes, read };
  const isCounted = view === 'records' ? read('order') === 'name' : view !== 'map';
  const address = writeRecordQuery(query).toString();
  return (
    <>
      <PageHeader title={t('common:screens.explore')} lead={<span className={classes.lead}>{t('lead')}</span>} />
      <FilterBar query={query} changes={changes}>
        <SavedViews screen="explore" shown={query} />
        <Button
          component={Link}
          to={`/identify?${address === '' ? 'country=worldwide' : address}`}
          variant="default"
          leftSection={<IconZoomQuestion size={20} aria-hidden />}
        >
          {t('identify')}
        </Button>
        {view === 'records' && <RecordTools {...shown} />}
        {view === 'species' && <SpeciesOrderSelect {...shown} />}
        {view === 'people' && <PeopleOrderSelect {...shown} />}
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon size={44} variant="default" aria-label={t('more_actions')}>
              <IconDots size={22} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <ShareItem address={`/explore?${address}`} />
            {isOneOf(EMBED_VIEWS, view) && <EmbedItem query={query} show={view} />}
          </Menu.Dropdown>
        </Menu>
      </FilterBar>
      <div className={classes.tabs}>
        <TabRow
          label={t('views')}
          value={view}
          tabs={VIEWS.map((one) => ({ value: one, label: labels[one] }))}
          onChange={(next) => changes.show({ view: next === 'records' ? null : next, order: null, as: null })}
        />
      </div>
      {totals?.records.is_minimum && isCounted && <p className={classes.note}>{t('latest_only')}</p>}
      <FreshnessMark isOutdated={totals !== undefined && error !== null} refreshedAt={dataUpdatedAt} onRetry={() => void refetch()} />
      {view === 'records' && <RecordsView {...shown} />}
      {view === 'species' && <SpeciesView {...shown} />}
      {view === 'people' && <PeopleView {...shown} />}
      {view === 'months' && <MonthsView {...shown} />}
      {view === 'map' && (
        <Suspense fallback={<TaxonRowSkeletons label={t('loading')} />}>
          <MapView {...shown} />
        </Suspense>
      )}
    </>
  );
}

/** Shares the address of the view, or copies it where the device cannot share. */
function ShareItem({ address }: { address: string }) {
  const { t } = useTranslation(['explore', 'common']);
  const share = () =>
    shareLink(t('common:screens.explore'), new URL(address, window.location.href).href).then(
      (outcome) => outcome === 'copied' && notifier.show('positive', t('copied')),
      (error: unknown) => notifier.show('negative', t('not_shared'), { cause: error }),
    );
  return (
    <Menu.Item leftSection={<IconShare size={20} aria-hidden />} onClick={() => void share()}>
      {t('share')}
    </Menu.Item>
  );
}
