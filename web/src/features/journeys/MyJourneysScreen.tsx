import { Button, SegmentedControl } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { isInPeriod } from '@veld/contract';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Binoculars } from '../../ui/drawings/Binoculars';
import { HillPath } from '../../ui/drawings/HillPath';
import { EmptyState } from '../../ui/EmptyState';
import { PageHeader } from '../../ui/PageHeader';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import { OwnEmptyState } from '../../shared/records/OwnEmptyState';
import { useOwnObservations } from '../../shared/records/own';
import { useToday } from '../species/data';
import { ImportTrack } from './import/ImportTrack';
import { type Entry, listEntries } from './list/entries';
import { EntryFilters } from './list/EntryFilters';
import { EntryList } from './list/EntryList';
import { useSummaries } from './list/summaries';
import { type Summaries, sumEntries } from './list/totals';
import { type ListView, useListView, type View, LIST_VIEWS } from './list/use-list-view';
import { useTotalsText } from './list/use-totals-text';
import classes from './MyJourneysScreen.module.css';
import { useOwnJourneys } from './own-journeys';

const CalendarView = lazy(() => import('./list/CalendarView'));
const LinesMap = lazy(() => import('./list/LinesMap'));
const YearsView = lazy(() => import('./list/YearsView'));

export default function MyJourneysScreen() {
  const { t } = useTranslation(['journeys', 'common']);
  const view = useListView();
  const { journeys, entries } = useEntries(view);
  const summaries = useSummaries(journeys);
  const totalsText = useTotalsText();
  const isAny = entries !== undefined && (entries.length > 0 || view.isFiltered);
  return (
    <>
      <PageHeader
        title={t('common:screens.my_journeys')}
        lead={(entries && totalsText(sumEntries(entries, summaries))) || t('lead')}
        actions={
          <>
            <ImportTrack />
            {isAny && <StartLink />}
          </>
        }
      />
      {isAny && journeys && (
        <>
          <EntryFilters view={view} journeys={journeys} />
          <SegmentedControl
            className={classes.views}
            aria-label={t('overview.views')}
            value={view.view}
            data={LIST_VIEWS.map((one) => ({ value: one, label: t(`overview.view.${one}`) }))}
            onChange={(next) => view.change({ view: next === 'list' ? null : next })}
          />
        </>
      )}
      {entries && entries.length > 0 ? (
        <Suspense fallback={null}>
          <Chosen view={view.view} entries={entries} summaries={summaries} />
        </Suspense>
      ) : (
        <NoEntries view={view} entries={entries} />
      )}
    </>
  );
}

/** Both undefined while loading. */
function useEntries({ period, protocol, place, group }: ListView) {
  const journeys = useOwnJourneys();
  const records = useOwnObservations();
  const today = useToday();
  const entries = useMemo(
    () =>
      journeys &&
      records &&
      listEntries(journeys, records, { protocol, place, group, isInPeriod: (day) => isInPeriod(day, period, today) }),
    [journeys, records, period, protocol, place, group, today],
  );
  return { journeys, entries };
}

function Chosen({ view, ...shown }: { view: View; entries: readonly Entry[]; summaries: Summaries }) {
  if (view === 'calendar') return <CalendarView {...shown} />;
  if (view === 'map') return <LinesMap {...shown} />;
  return view === 'years' ? <YearsView {...shown} /> : <EntryList {...shown} />;
}

function NoEntries({ view, entries }: { view: ListView; entries: readonly Entry[] | undefined }) {
  const { t } = useTranslation(['journeys', 'common']);
  if (!entries) return <TaxonRowSkeletons label={t('loading')} />;
  if (view.isFiltered) {
    const showAll = () => view.change({ period: null, protocol: null, at: null, group: null });
    return (
      <EmptyState
        drawing={<Binoculars />}
        sentence={t('overview.none')}
        action={
          <Button variant="default" onClick={showAll}>
            {t('overview.show_all')}
          </Button>
        }
      />
    );
  }
  return <OwnEmptyState drawing={<HillPath />} sentence={t('empty')} action={<StartLink />} />;
}

function StartLink() {
  const { t } = useTranslation('journeys');
  return (
    <Button component={Link} to="/my-journeys/new" leftSection={<IconPlayerPlay size={20} aria-hidden />}>
      {t('overview.start')}
    </Button>
  );
}
