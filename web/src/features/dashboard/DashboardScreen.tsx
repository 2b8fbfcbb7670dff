import { WORLDWIDE } from '@veld/contract';
import { type ComponentType, lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, number } from '../../i18n/format';
import { useFetchState } from '../../shared/records/own';
import { useLanguage, useUser } from '../../shared/session/session';
import { StatTile, StatTiles } from '../../ui/StatTile';
import { useToday } from '../species/data';
import { useBoardCount, useDrafts, useOwnYear, useTimeOfDay, useXpGain } from './data';
import type { Streak } from './own-figures';
import { Drafts } from './Drafts';
import { SyncLine } from './SyncLine';
import classes from './DashboardScreen.module.css';

// Only people without records see the first steps.
const FirstGreeting = lazy(() => import('./FirstGreeting'));
const FirstSteps = lazy(() => import('./FirstSteps'));
// Pictures load later, so that the greeting, the button and the figures appear at once.
const Latest = lazy(() => import('./Latest'));
const RunningTally = lazy(() => import('./RunningTally'));
const JourneyLine = lazy(() => import('./JourneyLine'));
const PlaceLine = lazy(() => import('./PlaceLine'));
const LikelyStrip = lazy(() => import('./LikelyStrip'));
const YearMap = lazy(() => import('./YearMap'));
const EarlierYears = lazy(() => import('./EarlierYears'));
// The only part that asks the server, as other screens do.
const FollowedNews = lazy(async () => {
  const [{ default: News }, { withQueries }] = await Promise.all([import('./FollowedNews'), import('../../shared/session/queries')]);
  return { default: withQueries(News) };
});
// Only people with few records have not seen it.
const Hint = lazy(async () => ({ default: (await import('../../shared/hints/Hint')).Hint }));
// Only on a new device, until the first records are there.
const OwnRecordsAwaited = lazy(async () => ({ default: (await import('../../shared/records/OwnEmptyState')).OwnRecordsAwaited }));

/** The home screen, from data on the device: what is going on, then what may come, then what was. */
export default function DashboardScreen() {
  const own = useOwnYear();
  const drafts = useDrafts();
  const onBoard = useBoardCount();
  const fetched = useFetchState();
  if (!own || !drafts || !fetched) return null;
  const { records, year, streak } = own;
  // On a new device nobody knows yet whether there are records.
  const isAwaited = records.length === 0 && fetched !== 'fetched';
  const isFresh = records.length === 0 && !isAwaited;

  return (
    // All of it waits for the first steps and their greeting: coming later, they would move what a finger is about to touch.
    <Suspense fallback={null}>
      {isFresh && drafts.length + onBoard === 0 ? <FirstGreeting /> : <Greeting />}
      <div className={classes.now}>
        <Later of={JourneyLine} />
        <Later of={RunningTally} />
        <Drafts drafts={drafts} onBoard={onBoard} />
        <SyncLine />
        <Later of={PlaceLine} />
        {isAwaited && <Later of={OwnRecordsAwaited} />}
        {(fetched === 'fetched' ? records.length > 0 : year.records > 0) && (
          <YearTiles species={year.species} records={year.records} streak={streak} isWhole={fetched === 'fetched'} />
        )}
        {isFresh && <FirstSteps />}
        {records.length > 0 && records.length < 4 && (
          <Suspense fallback={null}>
            <Hint wizard="first-record" />
          </Suspense>
        )}
      </div>
      <div className={classes.later}>
        <Later of={LikelyStrip} />
      </div>
      {records.length > 0 && (
        <>
          <div className={classes.later}>
            <Suspense fallback={null}>
              <Latest facts={records} />
            </Suspense>
          </div>
          <div className={classes.later}>
            <Suspense fallback={null}>
              <EarlierYears facts={records} />
            </Suspense>
          </div>
        </>
      )}
      <div className={classes.later}>
        <Later of={FollowedNews} />
      </div>
      {year.records > 0 && (
        <div className={classes.later}>
          <Suspense fallback={null}>
            <YearMap records={records} />
          </Suspense>
        </div>
      )}
    </Suspense>
  );
}

/** A part that appears when its code is there. */
function Later({ of: Part }: { of: ComponentType }) {
  return (
    <Suspense fallback={null}>
      <Part />
    </Suspense>
  );
}

/** The title of an everyday home screen, which leaves the room to what is going on. */
function Greeting() {
  const { t } = useTranslation('dashboard');
  const language = useLanguage();
  const { name } = useUser();
  const time = useTimeOfDay();
  const day = formatDate(Date.parse(useToday()), language, { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' });
  return (
    <header>
      <h1 dir="auto" className={classes.title}>
        {t(`greeting.${time}`, { name })}
      </h1>
      <p className={classes.lead}>{day}</p>
    </header>
  );
}

interface Props {
  species: number;
  records: number;
  streak: Streak;
  /** Whether all records have arrived; before, nobody knows that there is no streak. */
  isWhole: boolean;
}

/** Figures of this year; streak and points only if enabled. */
function YearTiles({ species, records, streak, isWhole }: Props) {
  const { t } = useTranslation('dashboard');
  const language = useLanguage();
  const { total_xp, preferences } = useUser();
  const gain = useXpGain();
  const format = (value: number) => number(value, language);
  return (
    <StatTiles>
      <StatTile
        value={format(species)}
        label={t('tile.species', { count: species })}
        to={`/my-species?view=seen&country=${WORLDWIDE}&period=this_year`}
      />
      <StatTile value={format(records)} label={t('tile.records', { count: records })} to="/profile?period=this_year" />
      {preferences.gamification && (
        <>
          <StatTile
            value={streak.weeks > 0 || isWhole ? format(streak.weeks) : '…'}
            label={t('tile.weeks', { count: streak.weeks })}
            to={streak.since ? `/profile?since=${streak.since}` : '/profile'}
          />
          <StatTile
            value={format(total_xp)}
            to="/profile?tab=badges"
            label={t('tile.points', { count: total_xp })}
            change={gain > 0 ? t('tile.points_gained', { points: format(gain) }) : undefined}
          />
        </>
      )}
    </StatTiles>
  );
}
