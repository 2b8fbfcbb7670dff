import { Button, Checkbox, NativeSelect, SegmentedControl } from '@mantine/core';
import {
  KNOWN_GROUP_IDENTIFICATIONS,
  KNOWN_GROUP_RECORDS,
  type KnownGroup,
  TAXON_GROUPS,
  WAITING_ORDERS,
  type WaitingRecord,
} from '@veld/contract';
import { type ComponentType, lazy, Suspense, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { number } from '../../../i18n/format';
import { Hint } from '../../../shared/hints/Hint';
import { LocationSelect } from '../../../shared/location/LocationSelect';
import { FilterChips, MoreFilters } from '../../../shared/record-filter/FilterChips';
import { SavedViews } from '../../../shared/record-filter/views/SavedViews';
import { CallError, useLanguage, useMaybeUser } from '../../../shared/session/session';
import { Binoculars } from '../../../ui/drawings/EmptyDrawings';
import { CloudOff } from '../../../ui/drawings/CloudOff';
import { EmptyState } from '../../../ui/EmptyState';
import { FilterLine } from '../../../ui/FilterLine';
import { PageHeader } from '../../../ui/PageHeader';
import { RecordCardSkeletons } from '../../../ui/Skeletons';
import { BATCH_SIZE, batchKeeper, estimatedBytes, type KeptBatch, useBatch } from './batch';
import {
  type FilterChanges,
  isFiltered,
  KNOWN,
  makeBatchQuery,
  type Queue,
  type QueueFilter,
  UNFILTERED,
  useHandled,
  useQueue,
  useQueueFilter,
} from './data';
import { KeptPanel } from './KeptPanel';
import { QueueView } from './QueueView';
import classes from './IdentifyScreen.module.css';

const GridView = lazy(() => import('./grid/GridView'));

const NEEDED = { records: KNOWN_GROUP_RECORDS, identifications: KNOWN_GROUP_IDENTIFICATIONS };

interface Props {
  /** Shown if the server cannot be asked, for a reason other than a missing connection. */
  failure: ComponentType<{ error: Error; onRetry: () => void }>;
  /** What people write about a record, and where the user writes. */
  talk?: ComponentType<{ record: WaitingRecord }>;
  /** Species that are confused with that of a record. */
  lookAlikes?: ComponentType<{ record: WaitingRecord }>;
}

/** Goes through the records of others that wait for identification. */
export default function IdentifyScreen({ failure: Failure, ...parts }: Props) {
  const { t } = useTranslation(['identifications', 'common']);
  const [filter, changes] = useQueueFilter();
  const isValidator = useMaybeUser()?.is_validator;
  const batch = useBatch();
  const queue = useQueue(filter, !filter.isKept || batch === null);
  const { error } = queue;
  const isCutOff = error instanceof CallError && error.kind !== 'problem';
  const isKept = batch != null && (filter.isKept || isCutOff);
  useKeptWhenCutOff(isKept && isCutOff && !filter.isKept, changes.showKept);
  useResumed(batch);
  return (
    <>
      <PageHeader
        title={t('common:screens.identify')}
        lead={
          <>
            {t('queue.lead')} <Link to="/identify/history">{t('history.link')}</Link>
            {isValidator && (
              <>
                {' · '}
                <Link to="/validate">{t('common:screens.validate')}</Link>
              </>
            )}
          </>
        }
        back={isKept ? { to: '/identify', label: t('queue.kept.to_all') } : undefined}
      />
      <Hint wizard="identify" />
      {!isKept && <QueueFilters filter={filter} changes={changes} knownGroups={queue.knownGroups} />}
      {isKept && <KeptQueue batch={batch} parts={parts} />}
      {!isKept && queue.records && <ServerQueue queue={queue} filter={filter} records={queue.records} parts={parts} />}
      {!isKept && !error && !queue.records && <RecordCardSkeletons count={1} label={t('queue.loading')} />}
      {!isKept &&
        error &&
        (isCutOff ? (
          <NoAnswer sentence={t('queue.no_connection')} onRetry={queue.refresh} />
        ) : (
          <Failure error={error} onRetry={queue.refresh} />
        ))}
      {batch !== undefined && <KeptPanel batch={batch} offer={offerOf(queue, filter)} isShown={isKept} />}
    </>
  );
}

function offerOf({ records, total }: Queue, filter: QueueFilter) {
  if (!records || !total || total.count <= 0) return null;
  return { query: makeBatchQuery(filter), count: total.count, bytes: estimatedBytes(records, Math.min(total.count, BATCH_SIZE)) };
}

/** What other features add to a card. */
type CardParts = Omit<Props, 'failure'>;

interface ServerQueueProps {
  parts: CardParts;
  queue: Queue;
  filter: QueueFilter;
  records: NonNullable<Queue['records']>;
}

function ServerQueue({ queue, filter, records, parts }: ServerQueueProps) {
  const { t } = useTranslation('identifications');
  const handled = useHandled(queue.since);
  const { hasMore, isLoadingMore, moreFailed, more } = queue;
  const onMore = hasMore && !isLoadingMore && !moreFailed ? more : undefined;
  const end = hasMore ? <More hasFailed={moreFailed} onMore={more} /> : <End onAgain={queue.refresh} />;
  const shown = { records, fetchedAt: queue.since, total: queue.total!, onMore, end, ...parts };
  if (!handled) return <RecordCardSkeletons count={1} label={t('queue.loading')} />;
  if (records.length === 0 && !hasMore) return <Nothing filter={filter} />;
  if (filter.isGrid)
    return (
      <Suspense fallback={<RecordCardSkeletons count={6} label={t('queue.loading')} />}>
        <GridView key={queue.since} {...shown} handled={handled} />
      </Suspense>
    );
  return <QueueView {...shown} handled={handled} isKept={false} />;
}

function KeptQueue({ batch, parts }: { batch: KeptBatch; parts: CardParts }) {
  const { t } = useTranslation('identifications');
  const handled = useHandled(batch.at);
  if (!handled) return <RecordCardSkeletons count={1} label={t('queue.loading')} />;
  const toAll = (
    <Button component={Link} to="/identify" variant="default">
      {t('queue.kept.to_all')}
    </Button>
  );
  return (
    <QueueView
      records={batch.records}
      handled={handled}
      fetchedAt={batch.at}
      total={{ count: batch.records.length, isMinimum: false }}
      isKept
      {...parts}
      end={<EmptyState drawing={<Binoculars />} sentence={t('queue.kept.end')} action={toAll} />}
    />
  );
}

function Nothing({ filter }: { filter: QueueFilter }) {
  const { t } = useTranslation(['identifications', 'common']);
  if (!isFiltered(filter))
    return (
      <EmptyState
        drawing={<Binoculars />}
        sentence={t('queue.empty')}
        action={
          <Button component={Link} to="/feed" variant="default">
            {t('common:screens.feed')}
          </Button>
        }
      />
    );
  return (
    <EmptyState
      drawing={<Binoculars />}
      sentence={t('queue.empty_filters')}
      action={
        <Button component={Link} to={UNFILTERED} variant="default">
          {t('queue.clear')}
        </Button>
      }
    />
  );
}

function End({ onAgain }: { onAgain: () => void }) {
  const { t } = useTranslation('identifications');
  return (
    <EmptyState
      drawing={<Binoculars />}
      sentence={t('queue.end')}
      action={
        <Button variant="default" onClick={onAgain}>
          {t('queue.again')}
        </Button>
      }
    />
  );
}

function More({ hasFailed, onMore }: { hasFailed: boolean; onMore: () => void }) {
  const { t } = useTranslation(['identifications', 'common']);
  if (!hasFailed) return <RecordCardSkeletons count={1} label={t('queue.loading')} />;
  return <NoAnswer sentence={t('common:network.could_not_refresh')} onRetry={onMore} />;
}

function NoAnswer({ sentence, onRetry }: { sentence: string; onRetry: () => void }) {
  const { t } = useTranslation('common');
  return (
    <EmptyState
      drawing={<CloudOff />}
      sentence={sentence}
      action={
        <Button variant="default" onClick={onRetry}>
          {t('action.retry')}
        </Button>
      }
    />
  );
}

/** Without a connection, the kept records are what there is. They stay when it is back, until the user leaves them. */
function useKeptWhenCutOff(isCutOff: boolean, showKept: () => void): void {
  // Once, and not again for another function.
  const show = useEffectEvent(showKept);
  useEffect(() => {
    if (isCutOff) show();
  }, [isCutOff]);
}

/** Goes on with the pictures of the batch when the screen opens. */
function useResumed(batch: KeptBatch | null | undefined): void {
  const at = batch?.at;
  useEffect(() => {
    if (at !== undefined)
      batchKeeper()
        ?.resume()
        .catch((error: unknown) => console.error('Keep for offline', error));
  }, [at]);
}

interface QueueFiltersProps {
  filter: QueueFilter;
  changes: FilterChanges;
  /** Undefined until the server has said them. */
  knownGroups: readonly KnownGroup[] | undefined;
}

function QueueFilters({ filter, changes, knownGroups }: QueueFiltersProps) {
  const { t } = useTranslation(['identifications', 'explore', 'taxa', 'common']);
  return (
    <div className={classes.filters}>
      <FilterLine>
        <SegmentedControl
          aria-label={t('explore:as.label')}
          value={filter.isGrid ? 'grid' : 'one'}
          onChange={(view) => changes.setGrid(view === 'grid')}
          data={[
            { value: 'one', label: t('grid.one') },
            { value: 'grid', label: t('grid.grid') },
          ]}
        />
        <MoreFilters query={filter.more} changes={changes.more} />
        <SavedViews screen="identify" shown={{ ...filter.more, location: filter.location }} />
        <NativeSelect
          aria-label={t('taxa:filter.group')}
          value={filter.group ?? ''}
          onChange={(event) => changes.setGroup(event.currentTarget.value)}
          data={[
            { value: '', label: t('taxa:filter.all_groups') },
            { value: KNOWN, label: t('queue.known') },
            ...TAXON_GROUPS.map((group) => ({ value: group, label: t(`common:group.${group}`) })),
          ]}
        />
        <LocationSelect value={filter.location} onChange={changes.setLocation} hasPlaces />
        <NativeSelect
          aria-label={t('explore:order.label')}
          value={filter.order}
          onChange={(event) => changes.setOrder(event.currentTarget.value)}
          data={WAITING_ORDERS.map((one) => ({
            value: one,
            label: one === 'disputed' || one === 'unusual' ? t(`order.${one}`) : t(`explore:order.${one}`),
          }))}
        />
        <Checkbox
          label={t('queue.skipped_too')}
          checked={filter.hasSkipped}
          onChange={(event) => changes.setSkipped(event.currentTarget.checked)}
        />
      </FilterLine>
      <FilterChips query={filter.more} changes={changes.more} />
      {filter.group === KNOWN && knownGroups && <KnownGroups groups={knownGroups} />}
    </div>
  );
}

/** Which groups the user knows, and why. */
function KnownGroups({ groups }: { groups: readonly KnownGroup[] }) {
  const { t } = useTranslation(['identifications', 'common']);
  const language = useLanguage();
  const reasonOf = ({ records, identifications, is_expert }: KnownGroup) =>
    [
      is_expert && t('mark.expert'),
      records > 0 && t('common:count.records', { count: records }),
      identifications > 0 && t('queue.identifications', { number: number(identifications, language) }),
    ].filter((reason) => reason !== false);
  const names = groups.map((one) => `${t(`common:group.${one.group}`)} (${reasonOf(one).join(', ')})`);
  return <p className={classes.why}>{groups.length > 0 ? names.join(' · ') : t('queue.known_none', NEEDED)}</p>;
}
