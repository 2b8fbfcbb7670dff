import { Button, NativeSelect, SegmentedControl } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { isInPeriod, type Period, type Protocol, PROTOCOLS, type TaxonGroup } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { savedPlaces } from '../../local/changes/saved-places';
import { Hint } from '../../shared/hints/Hint';
import { useOwnObservations } from '../../shared/records/own';
import { OwnEmptyState } from '../../shared/records/OwnEmptyState';
import { currentDatabase } from '../../shared/session/session';
import { groupFrom, GroupSelect } from '../../shared/taxa/GroupSelect';
import { Binoculars, HillPath } from '../../ui/drawings/EmptyDrawings';
import { EmptyState } from '../../ui/EmptyState';
import { FileButton } from '../../ui/fields/FileButton';
import { FilterLine } from '../../ui/FilterLine';
import { PageHeader } from '../../ui/PageHeader';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import { useAddressFilter } from '../../ui/use-address-filter';
import { parsePeriod, PeriodSelect, useToday } from '../species/data';
import { classifyTrackFault, type FileTrack, type TrackFault } from './formats/track-file';
import { type Entry, listEntries } from './list/entries';
import { EntryList } from './list/EntryList';
import { useSummaries } from './list/summaries';
import { sumEntries, type Summaries, useTotalsText } from './list/totals';
import { type LocalJourney, useOwnJourneys } from './own-journeys';
import classes from './MyJourneysScreen.module.css';

const LIST_VIEWS = ['list', 'calendar', 'map', 'years'] as const;

const ImportDialog = lazy(() => import('./import/ImportDialog'));

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
  return (
    <>
      <OwnEmptyState drawing={<HillPath />} sentence={t('empty')} action={<StartLink />} />
      <Hint wizard="journeys" />
    </>
  );
}

function StartLink() {
  const { t } = useTranslation('journeys');
  return (
    <Button component={Link} to="/my-journeys/new" leftSection={<IconPlayerPlay size={20} aria-hidden />}>
      {t('overview.start')}
    </Button>
  );
}

/** Makes journeys of the tracks in a GPX, KML, TCX or FIT file: reads it, shows what it has, and adds what the person chooses. */
function ImportTrack() {
  const { t } = useTranslation('journeys');
  const [isReading, setIsReading] = useState(false);
  const [file, setFile] = useState<{ name: string; tracks: FileTrack[] } | null>(null);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<TrackFault | null>(null);

  const read = async (chosen: File) => {
    setIsReading(true);
    setProblem(null);
    setName(chosen.name);
    try {
      // Without a connection, a part of the app that was never loaded is not there.
      const reader = await import('./formats/read-track-file').catch(() => null);
      if (reader) setFile({ name: chosen.name, tracks: await reader.readTrackFile(chosen) });
      else setProblem('not_loaded');
    } catch (error) {
      setProblem(classifyTrackFault(error));
    }
    setIsReading(false);
  };

  return (
    <div className={classes.import}>
      <FileButton
        label={t('import.choose')}
        accept=".gpx,.kml,.tcx,.fit,.xml"
        isReading={isReading}
        onFile={(chosen) => void read(chosen)}
      />
      {problem && (
        <p className={classes.fault} role="alert">
          <strong>{name}:</strong> {t(`import.fault.${problem}`)}
        </p>
      )}
      {file && (
        <Suspense fallback={null}>
          <ImportDialog file={file} onClose={() => setFile(null)} />
        </Suspense>
      )}
    </div>
  );
}

/** What narrows the list of journeys. Places are offered where a journey was started at one. */
function EntryFilters({ view, journeys }: { view: ListView; journeys: readonly LocalJourney[] }) {
  const { t } = useTranslation('journeys');
  const { period, protocol, place, group, change } = view;
  const database = currentDatabase();
  const places = useLiveQuery(() => savedPlaces(database), [database]) ?? [];
  const used = places.filter(({ id }) => journeys.some(({ location_id }) => location_id === id));
  return (
    <FilterLine>
      <PeriodSelect value={period} onChange={(next) => change({ period: next === 'all' ? null : next })} />
      <NativeSelect
        aria-label={t('start.protocol')}
        value={protocol ?? ''}
        data={[{ value: '', label: t('overview.all_protocols') }, ...PROTOCOLS.map((one) => ({ value: one, label: t(`protocol.${one}`) }))]}
        onChange={(event) => change({ protocol: event.currentTarget.value || null })}
      />
      {used.length > 0 && (
        <NativeSelect
          aria-label={t('overview.place')}
          value={place ?? ''}
          data={[{ value: '', label: t('overview.all_places') }, ...used.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={(event) => change({ at: event.currentTarget.value || null })}
        />
      )}
      <GroupSelect value={group} onChange={(next) => change({ group: next })} />
    </FilterLine>
  );
}

type View = (typeof LIST_VIEWS)[number];

interface ListView {
  view: View;
  period: Period;
  protocol: Protocol | null;
  /** The id of a saved place. */
  place: string | null;
  group: TaxonGroup | null;
  isFiltered: boolean;
  change: (change: Record<string, string | null>) => void;
}

/** What the list of journeys shows, in the address. */
function useListView(): ListView {
  const [read, write] = useAddressFilter();
  const view = LIST_VIEWS.find((one) => one === read('view')) ?? 'list';
  const period = parsePeriod(read('period'));
  const protocol = PROTOCOLS.find((one) => one === read('protocol')) ?? null;
  const place = read('at');
  const group = groupFrom(read('group'));
  return { view, period, protocol, place, group, isFiltered: period !== 'all' || Boolean(protocol ?? place ?? group), change: write };
}
