import { lazy, Suspense } from 'react';
import classes from './DashboardScreen.module.css';
import { useBoardCount, useDrafts, useOwnYear } from './data';
import { Drafts } from './parts/Drafts';
import { Hero } from './parts/Hero';
import { SyncLine } from './parts/SyncLine';
import { YearTiles } from './parts/YearTiles';

// Only people without records see the first steps.
const FirstSteps = lazy(() => import('./parts/FirstSteps'));
// Pictures load later, so that the greeting, the button and the figures appear at once.
const Latest = lazy(() => import('./parts/Latest'));
const RunningTally = lazy(() => import('./parts/RunningTally'));
const JourneyLine = lazy(() => import('./parts/JourneyLine'));
const PlaceLine = lazy(() => import('./parts/PlaceLine'));
const LikelyStrip = lazy(() => import('./parts/LikelyStrip'));
const YearMap = lazy(() => import('./parts/YearMap'));

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
