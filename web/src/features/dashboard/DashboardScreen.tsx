import { WORLDWIDE } from '@veld/contract';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { number } from '../../i18n/format';
import { useLanguage, useUser } from '../../shared/session/session';
import { Landscape } from '../../ui/drawings/Landscape';
import { ObserveButton } from '../../ui/ObserveButton';
import { StatTile, StatTiles } from '../../ui/StatTile';
import { useBoardCount, useDrafts, useOwnYear, useTimeOfDay, useXpGain } from './data';
import type { Streak } from './own-figures';
import { Drafts } from './Drafts';
import { SyncLine } from './SyncLine';
import classes from './DashboardScreen.module.css';

// Only people without records see the first steps.
const FirstSteps = lazy(() => import('./FirstSteps'));
// Pictures load later, so that the greeting, the button and the figures appear at once.
const Latest = lazy(() => import('./Latest'));
const RunningTally = lazy(() => import('./RunningTally'));
const JourneyLine = lazy(() => import('./JourneyLine'));
const PlaceLine = lazy(() => import('./PlaceLine'));
const LikelyStrip = lazy(() => import('./LikelyStrip'));
const YearMap = lazy(() => import('./YearMap'));

/** The home screen, from data on the device. */
export default function DashboardScreen() {
  const own = useOwnYear();
  const drafts = useDrafts();
  const onBoard = useBoardCount();
  if (!own || !drafts) return null;
  const { records, year, streak } = own;
  const isFresh = records.length === 0;

  return (
    <>
      <Hero isFresh={isFresh && drafts.length + onBoard === 0} />
      <div className={classes.now}>
        <SyncLine />
        <Suspense fallback={null}>
          <PlaceLine />
        </Suspense>
        <Suspense fallback={null}>
          <JourneyLine />
        </Suspense>
        <Suspense fallback={null}>
          <RunningTally />
        </Suspense>
        <Drafts drafts={drafts} onBoard={onBoard} />
        {!isFresh && <YearTiles species={year.species} records={year.records} streak={streak} />}
        {isFresh && (
          <Suspense fallback={null}>
            <FirstSteps />
          </Suspense>
        )}
      </div>
      {!isFresh && (
        <div className={classes.later}>
          <Suspense fallback={null}>
            <Latest facts={records} />
          </Suspense>
        </div>
      )}
      {year.records > 0 && (
        <div className={classes.later}>
          <Suspense fallback={null}>
            <YearMap records={records} />
          </Suspense>
        </div>
      )}
      <div className={classes.later}>
        <Suspense fallback={null}>
          <LikelyStrip />
        </Suspense>
      </div>
    </>
  );
}

/** The greeting on the home screen. For a user without records it is taller and has a button to record. */
function Hero({ isFresh }: { isFresh: boolean }) {
  const { t } = useTranslation(['dashboard', 'common']);
  const { name } = useUser();
  const time = useTimeOfDay();
  return (
    <header className={classes.hero} data-fresh={isFresh || undefined} data-time={time}>
      <Landscape className={classes.landscape} />
      <div>
        <h1 className={classes.greeting}>{t(`greeting.${time}`, { name })}</h1>
        <p className={classes.lead}>{isFresh ? t('lead_fresh') : t('lead')}</p>
      </div>
      {isFresh && (
        <div className={classes.observe}>
          <ObserveButton to="/observe" label={t('common:nav.observe')} />
        </div>
      )}
    </header>
  );
}

interface Props {
  species: number;
  records: number;
  streak: Streak;
}

/** Figures of this year; streak and points only if enabled. */
function YearTiles({ species, records, streak }: Props) {
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
            value={format(streak.weeks)}
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
