import { Button, NativeSelect } from '@mantine/core';
import { IconArrowUp, IconCurrentLocation, IconSparkles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { listSuggestedPeople, type PublicObservation, WORLDWIDE } from '@veld/contract';
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { distance } from '../../i18n/format';
import { api } from '../../local/app/veld';
import {
  isAreaFilter,
  isLocationFilter,
  type LocationFilter,
  makeLocationRequest,
  NO_LOCATION,
  useLocationFilter,
  useLocationName,
} from '../../shared/location/location-filter';
import { LocationSelect } from '../../shared/location/LocationSelect';
import { FreshnessMark, LoadFailure, MoreRecords } from '../../shared/records/lists/ListParts';
import { listChips, useRecordTranslation } from '../../shared/records/record-labels';
import { PublicRecordCard } from '../../shared/records/RecordCards';
import { useLanguage, useUser } from '../../shared/session/session';
import { Avatar } from '../../ui/avatar/Avatar';
import { CardGrid } from '../../ui/cards/CardGrid';
import { Binoculars } from '../../ui/drawings/EmptyDrawings';
import { EmptyState } from '../../ui/EmptyState';
import { TabRow } from '../../ui/fields/TabRow';
import { ObserveButton } from '../../ui/ObserveButton';
import { PageHeader } from '../../ui/PageHeader';
import { SectionTitle } from '../../ui/SectionTitle';
import { RecordCardSkeletons } from '../../ui/Skeletons';
import { StatusChip } from '../../ui/StatusChip';
import { useAddressFilter } from '../../ui/use-address-filter';
import { SharedJourneyCard, useLatestJourneys } from '../journeys/list/SharedJourneyCard';
import { useRelations } from '../relations/data';
import { FollowButton } from '../relations/FollowButton';
import { feedEntries, withJourneys } from './feed-entries';
import { FEED_PAGE_SIZE } from './feed-pages';
import {
  chooseTab,
  CIRCLE_RADII,
  FEED_TABS,
  type FeedSource,
  type FeedTab,
  type FeedView,
  FOLLOWING,
  HERE,
  sourceAround,
  useFeedView,
} from './feed-view';
import { GroupedRecords } from './GroupedRecords';
import { countPhotos, PhotoStrip } from './PhotoStrip';
import { type Centre, useCentre, useFeed, useNewSpecies } from './use-feed';
import classes from './FeedScreen.module.css';

/** Loaded apart, so that the records are on the screen first. */
const CardActions = lazy(() => import('./CardActions'));

const WHOLE_CARD = '(min-width: 64em) 384px, (min-width: 37.5em) 50vw, 100vw';

/** Up to this scroll position, the user has not begun to read. */
const TOP_PX = 160;
/** A response received this long before the screen opened counts as new. */
const JUST_NOW_MS = 30_000;
/** Cards in view before scrolling, whose photos load eagerly. */
const FIRST_CARDS = 3;

/** Loaded apart, so that the records are on the screen first. */
const EventCard = lazy(() => import('./EventCard'));

export default function FeedScreen() {
  const { t } = useTranslation(['feed', 'common']);
  const [view, remember] = useFeedView();
  return view ? <Feed view={view} remember={remember} /> : <RecordCardSkeletons count={6} label={t('loading')} />;
}

interface Props {
  view: FeedView;
  remember: (change: Partial<FeedView>) => void;
}

function Feed({ view, remember }: Props) {
  const { t } = useTranslation(['feed', 'common']);
  const { tab, choose, location, setLocation } = useTab(view, remember);
  const centre = useCentre(view.around);
  const relations = useRelations();
  const hasCountry = useUser().country_code !== null;
  const isLocation = tab === 'country' || tab === 'worldwide';
  const source: FeedSource | null = isLocation
    ? { key: location, query: makeLocationRequest(location) }
    : tab === 'following'
      ? FOLLOWING
      : centre.at
        ? sourceAround(centre.at, view.radius_km)
        : null;
  const feed = useFeed(source);
  useNewestWhileAtTop(feed, source?.key ?? '');
  const newSpecies = useNewSpecies(useMemo(() => feed.pages?.flatMap(({ data }) => data), [feed.pages]));
  const { block, mute, follow } = relations.ids;
  const isShown = ({ id }: { id: string }) => !block.has(id) && !mute.has(id);
  const hasJourneys = tab === 'following' || tab === 'worldwide';
  const latest = useLatestJourneys(hasJourneys);
  const journeys = (hasJourneys ? (latest.data ?? []) : []).filter(
    ({ user }) => isShown(user) && (tab === 'worldwide' || follow.has(user.id)),
  );
  const entries = feed.pages && withJourneys(feedEntries(feed.pages, isShown), journeys, !feed.hasMore);
  // Without a country of their own, people choose one from the whole world.
  const hasSelect = tab === 'country' || (tab === 'worldwide' && !hasCountry);
  const isNobodyFollowed = tab === 'following' && follow.size === 0 && !relations.isLoading;

  const showNew = () => {
    feed.showNew();
    window.scrollTo({ top: 0 });
  };

  return (
    <>
      <PageHeader title={t('common:screens.feed')} lead={isLocation && t('lead')} />
      <div className={classes.tabs}>
        <FeedTabs tab={tab} location={location} onChange={choose} />
      </div>
      {tab === 'nearby' && <NearbyChoice view={view} centre={centre} onChange={remember} />}
      {hasSelect && (
        <div className={classes.place}>
          <LocationSelect value={location} onChange={setLocation} hasPlaces />
        </div>
      )}
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
      {isNobodyFollowed ? (
        <NobodyFollowed onNearby={() => choose('nearby')} />
      ) : (
        entries?.length === 0 && <NoRecords tab={tab} location={location} />
      )}
      {!isNobodyFollowed && entries && entries.length > 0 && (
        <CardGrid label={t('list')}>
          {entries.map((entry, index) =>
            entry.kind === 'event' ? (
              <div key={`${entry.event.kind} ${entry.event.id}`} className={classes.card}>
                <Suspense fallback={null}>
                  <EventCard event={entry.event} />
                </Suspense>
              </div>
            ) : entry.kind === 'journey' ? (
              <div key={entry.journey.id} className={classes.card}>
                <SharedJourneyCard journey={entry.journey} headingLevel={2} />
              </div>
            ) : entry.kind === 'group' ? (
              <div key={entry.key} className={classes.card}>
                <GroupedRecords records={entry.records} newSpecies={newSpecies} />
              </div>
            ) : (
              <div key={entry.record.id} className={classes.card}>
                <FeedRecord record={entry.record} isNew={newSpecies.has(entry.record.id)} isFirst={index < FIRST_CARDS} />
              </div>
            ),
          )}
        </CardGrid>
      )}
      {feed.hasMore && <MoreRecords onMore={feed.showMore} isLoading={feed.isLoadingMore} hasFailed={feed.moreFailed} />}
    </>
  );
}

function NoRecords({ tab, location }: { tab: FeedTab; location: string }) {
  const { t } = useTranslation(['feed', 'common']);
  const place = useLocationName(location);
  const sentence = () => {
    if (tab === 'following') return t('empty_following');
    if (tab === 'nearby') return t('empty_nearby');
    if (isAreaFilter(location)) return t('empty_place', { place });
    return location === WORLDWIDE ? t('empty') : t('empty_country', { country: place });
  };
  return (
    <EmptyState drawing={<Binoculars />} sentence={sentence()} action={<ObserveButton to="/observe" label={t('common:nav.observe')} />} />
  );
}

/** The tab with the location that its list is limited to. The last choice is remembered, and an address overrides it. */
function useTab(view: FeedView, remember: Props['remember']) {
  const own = useUser().country_code ?? WORLDWIDE;
  const [read, write] = useAddressFilter();
  const { tab: asked, isFromLocation } = chooseTab(read, view.tab);
  const [location, setLocation] = useLocationFilter(asked === 'country' ? own : WORLDWIDE, isLocationFilter);
  const ofLocation: FeedTab = location === WORLDWIDE ? 'worldwide' : 'country';
  const tab = isFromLocation || asked === 'country' || asked === 'worldwide' ? ofLocation : asked;
  const change = (next: string) => {
    remember({ tab: next === WORLDWIDE ? 'worldwide' : 'country' });
    setLocation(next);
  };
  const choose = (next: FeedTab) => {
    if (next === 'worldwide') return change(WORLDWIDE);
    if (next === 'country') return change(own);
    remember({ tab: next });
    write({ tab: next, ...NO_LOCATION });
  };
  return { tab, choose, location, setLocation: change };
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

interface FeedRecordProps {
  record: PublicObservation;
  /** Of a species that the user has not recorded. */
  isNew: boolean;
  isFirst: boolean;
}

/** A record in the feed, with all its photos and what can be done with it. */
function FeedRecord({ record, isNew, isFirst }: FeedRecordProps) {
  const t = useRecordTranslation('feed');
  const hasPhoto = record.media.length > 0;
  const strip = countPhotos(record) > 1 &&
    hasPhoto && {
      picture: <PhotoStrip record={record} sizes={WHOLE_CARD} isFirst={isFirst} />,
      // The strip has its own.
      photoCount: { count: 0, label: '' },
    };
  // On the photo; without one, among the chips, so that the card stays small.
  const mark = isNew && (hasPhoto ? { mark: <NewForYou /> } : { chips: [t('feed:new_for_you'), ...listChips(record, t)] });
  return (
    <PublicRecordCard
      record={record}
      headingLevel={2}
      isFirst={isFirst}
      {...strip}
      {...mark}
      footer={
        <Suspense fallback={<span className={classes.actions} />}>
          <CardActions record={record} />
        </Suspense>
      }
    />
  );
}

interface FeedTabsProps {
  tab: FeedTab;
  /** The country or saved place of the list, if the tab has one. */
  location: LocationFilter;
  onChange: (tab: FeedTab) => void;
}

/** Chooses whose records, or from where, the feed shows. */
function FeedTabs({ tab, location, onChange }: FeedTabsProps) {
  const { t } = useTranslation('feed');
  const own = useUser().country_code ?? WORLDWIDE;
  const hasPlace = tab === 'country' || own !== WORLDWIDE;
  const place = useLocationName(tab === 'country' ? location : own);
  const labels: Record<FeedTab, string> = {
    following: t('tab.following'),
    nearby: t('tab.nearby'),
    country: (hasPlace && place) || t('tab.country'),
    worldwide: t('tab.worldwide'),
  };
  return <TabRow label={t('tabs')} value={tab} onChange={onChange} tabs={FEED_TABS.map((one) => ({ value: one, label: labels[one] }))} />;
}

interface NearbyChoiceProps {
  view: FeedView;
  centre: Centre;
  onChange: (change: Partial<FeedView>) => void;
}

/** Chooses the circle whose records the feed shows. */
function NearbyChoice({ view, centre, onChange }: NearbyChoiceProps) {
  const { t } = useTranslation(['feed', 'common']);
  const language = useLanguage();
  const { units } = useUser().preferences;
  const { places, locate, isLocating, hasFailed, at } = centre;
  const isHere = !places.some(({ id }) => id === view.around);
  return (
    <div className={classes.choice}>
      <NativeSelect
        label={t('around')}
        data={[{ value: HERE, label: t('here') }, ...places.map(({ id, name }) => ({ value: id, label: name }))]}
        value={isHere ? HERE : view.around}
        onChange={(event) => onChange({ around: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('radius')}
        data={CIRCLE_RADII.map((km) => ({ value: String(km), label: distance(km * 1000, units, language) }))}
        value={String(view.radius_km)}
        onChange={(event) => {
          const radius = CIRCLE_RADII.find((km) => String(km) === event.currentTarget.value);
          if (radius) onChange({ radius_km: radius });
        }}
      />
      {isHere && (
        <Button
          variant={at === null ? 'filled' : 'default'}
          leftSection={<IconCurrentLocation size={20} aria-hidden />}
          loading={isLocating}
          onClick={locate}
        >
          {t('locate')}
        </Button>
      )}
      <p className={classes.hint} role="status">
        {isHere && (hasFailed ? t('not_located') : at === null ? t('no_location') : t('here_hint'))}
      </p>
    </div>
  );
}

/** The mark of a species that the user has not recorded yet. */
function NewForYou() {
  const { t } = useTranslation('feed');
  return <StatusChip tone="quiet" icon={<IconSparkles size={16} aria-hidden />} label={t('new_for_you')} />;
}

/** Instead of an empty list: people that the user may want to follow, and a link to records nearby. */
function NobodyFollowed({ onNearby }: { onNearby: () => void }) {
  const { t } = useTranslation(['feed', 'common']);
  const country = useUser().country_code ?? WORLDWIDE;
  const { data } = useQuery({
    queryKey: ['suggestions', country],
    queryFn: ({ signal }) => api.call(listSuggestedPeople, { query: { country } }, { signal }),
    meta: { persist: true },
  });
  const people = data?.data.people ?? [];
  return (
    <>
      <EmptyState
        drawing={<Binoculars />}
        sentence={t('nobody_followed')}
        action={
          <Button variant="default" onClick={onNearby}>
            {t('show_nearby')}
          </Button>
        }
      />
      {people.length > 0 && (
        <section className={classes.people} aria-labelledby="suggested">
          <SectionTitle id="suggested">{t('suggested')}</SectionTitle>
          <ul className={classes.list}>
            {people.map((person) => (
              <li key={person.id} className={classes.person}>
                <Avatar person={person} />
                <span className={classes.words}>
                  <Link dir="auto" to={`/profile/${person.id}`}>
                    {person.name}
                  </Link>
                  <span className={classes.quiet}>{t('common:count.records', { count: person.observations })}</span>
                </span>
                <FollowButton person={person} isFollowed={false} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
