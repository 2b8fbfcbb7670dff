import { WORLDWIDE } from '@veld/contract';
import { IconArrowUp } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CardGrid } from '../../ui/cards/CardGrid';
import { EmptyState } from '../../ui/EmptyState';
import { Binoculars } from '../../ui/drawings/Binoculars';
import { ObserveButton } from '../../ui/ObserveButton';
import { PageHeader } from '../../ui/PageHeader';
import { RecordCardSkeletons } from '../../ui/Skeletons';
import { isLocationFilter, placeIdOf, useLocationFilter } from '../accounts/location-filter';
import { useLocationName } from '../accounts/location-place';
import { LocationSelect } from '../accounts/LocationSelect';
import { PublicRecordCard } from '../observations/data';
import classes from './FeedScreen.module.css';
import { FEED_PAGE_SIZE } from './feed-pages';
import { FreshnessMark } from './parts/FreshnessMark';
import { LoadFailure } from './parts/LoadFailure';
import { MoreRecords } from './parts/MoreRecords';
import { useFeed } from './use-feed';

/** Up to this scroll position, the user has not begun to read. */
const TOP_PX = 160;
/** A response received this long before the screen opened counts as new. */
const JUST_NOW_MS = 30_000;
/** Cards in view before scrolling, whose photos load eagerly. */
const FIRST_CARDS = 3;

/** Loaded apart, so that the records are on the screen first. */
const RecordActions = lazy(() => import('../comments/RecordActions'));

export default function FeedScreen() {
  const { t } = useTranslation(['feed', 'common']);
  const [location, setLocation] = useLocationFilter(WORLDWIDE, isLocationFilter);
  const place = useLocationName(location);
  const feed = useFeed(location);
  useNewestWhileAtTop(feed, location);
  const { records } = feed;

  const showNew = () => {
    feed.showNew();
    window.scrollTo({ top: 0 });
  };

  return (
    <>
      <PageHeader
        title={t('common:screens.feed')}
        lead={t('lead')}
        actions={<LocationSelect value={location} onChange={setLocation} hasPlaces />}
      />
      <div className={classes.marks} role="status">
        <FreshnessMark isOutdated={feed.isOutdated} refreshedAt={feed.refreshedAt} onRetry={feed.retry} />
        {feed.arrived > 0 && (
          <button type="button" className={classes.arrived} onClick={showNew}>
            <IconArrowUp size={18} aria-hidden />{' '}
            {feed.arrived < FEED_PAGE_SIZE ? t('new_records', { count: feed.arrived }) : t('many_new_records')}
          </button>
        )}
      </div>
      {feed.isLoading && <RecordCardSkeletons count={6} label={t('loading')} />}
      {feed.error && <LoadFailure error={feed.error} onRetry={feed.retry} />}
      {records?.length === 0 && (
        <EmptyState
          drawing={<Binoculars />}
          sentence={
            placeIdOf(location) === null
              ? location === WORLDWIDE
                ? t('empty')
                : t('empty_country', { country: place })
              : t('empty_place', { place })
          }
          action={<ObserveButton to="/observe" label={t('common:nav.observe')} />}
        />
      )}
      {records && records.length > 0 && (
        <CardGrid label={t('list')}>
          {records.map((record, index) => (
            <div key={record.id} className={classes.card}>
              <PublicRecordCard
                record={record}
                headingLevel={2}
                isFirst={index < FIRST_CARDS}
                footer={
                  <Suspense fallback={<span className={classes.actions} />}>
                    <RecordActions record={record} />
                  </Suspense>
                }
              />
            </div>
          ))}
        </CardGrid>
      )}
      {feed.hasMore && <MoreRecords onMore={feed.showMore} isLoading={feed.isLoadingMore} hasFailed={feed.moreFailed} />}
    </>
  );
}

/** Shows new records at once if the user has not begun to read; later ones wait for a tap. */
function useNewestWhileAtTop({ latest, showNew }: ReturnType<typeof useFeed>, location: string): void {
  const opened = useRef({ location: '', at: 0, isTaken: false });
  useEffect(() => {
    if (opened.current.location !== location) opened.current = { location, at: Date.now(), isTaken: false };
    const { at, isTaken } = opened.current;
    if (!latest || isTaken || latest.fetched_at < at - JUST_NOW_MS) return;
    opened.current.isTaken = true;
    if (window.scrollY <= TOP_PX) showNew();
  }, [latest, location, showNew]);
}
