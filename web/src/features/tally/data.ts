import type { CountValue, User } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { STALE_MS } from '../../device/fix';
import { location } from '../../device/location';
import { useLocation } from '../../device/use-location';
import { newId } from '../../local/db/ids';
import { placeOfFix } from '../../local/device/place-of-fix';
import { type FinishedTally, type FinishFacts, finishTally } from '../../local/records/finish-tally';
import {
  emptyTally,
  withNewMeasuredPlace,
  findCurrentPlace,
  listRows,
  type RowOfTaxon,
  rowKey,
  runningTally,
  type Tally,
  type TallyDetails,
  type TallyPlace,
  type TallyStep,
  undone,
  withDetails,
  withFix,
  withMovedPlace,
  withNewTap,
  withNumber,
  withOneFewer,
  withoutRow,
  withSource,
  withSplitRow,
  withStep,
} from '../../local/records/tally';
import { currentDatabase, notifier, useUser } from '../../shared/session/session';
import { deviceTimeZone, wallClock, zoneTable } from '../../shared/geo/time-zone';

/** Accuracy at which measuring stops. */
const GOOD_ENOUGH_M = 10;
/** After the first fix, better ones are accepted for this long. */
const MEASURE_MS = 60_000;

export const SOURCE_GPS = 'gps';
export const SOURCE_NONE = 'none';

/** The running tally as stored. Undefined while loading. `measures`: whether it may turn on the location service for its place. */
export function useTally(measures = true) {
  const { t } = useTranslation('tally');
  const database = currentDatabase();
  const { preferences } = useUser();
  const stored = useLiveQuery(() => runningTally.read(database), [database]);
  // Nothing is stored before the first tap, so that opening the screen does not start a tally.
  const [fresh, setFresh] = useState(() => freshTally(preferences.recording.ask_place));
  const tally = stored === undefined ? undefined : (stored ?? fresh);

  /** The last change, which may still be on its way to the disk. */
  const latest = useRef<Promise<void>>(Promise.resolve());
  const settled = useCallback(() => latest.current, []);

  const change = useCallback(
    async (next: (tally: Tally) => Tally): Promise<boolean> => {
      try {
        const update = runningTally.update(database, (now) => next(now ?? fresh));
        latest.current = update.catch(() => undefined);
        await update;
        return true;
      } catch (error) {
        notifier.show('negative', t('not_saved'), { cause: error });
        return false;
      }
    },
    [database, t, fresh],
  );

  /** Makes a change of a row that can be undone. */
  const step = useCallback(
    (kind: TallyStep['kind'], row: RowOfTaxon, next: (tally: Tally, now: number) => Tally) => {
      const at = Date.now();
      return change((now) => withStep(now, kind, row, at, (tally) => next(tally, at)));
    },
    [change],
  );
  const counting = useCounting(step);
  const undo = useCallback(() => change(undone), [change]);

  const setEach = useCallback((is_each: boolean) => void change((now) => ({ ...now, is_each })), [change]);

  /** Discards the tally. */
  const discard = useCallback(async () => {
    await runningTally.update(database, () => null);
    setFresh(freshTally(preferences.recording.ask_place));
  }, [database, preferences.recording.ask_place]);

  /** Before the first tap, the place is not stored either. */
  const changePlace = useCallback(
    (next: (tally: Tally) => Tally) => {
      if (stored) void change(next);
      else setFresh(next);
    },
    [change, stored],
  );
  const place = useTallyPlace(tally, changePlace, measures);

  return { tally, isRunning: stored != null, ...counting, settled, undo, setEach, discard, place };
}

type Step = (kind: TallyStep['kind'], row: RowOfTaxon, next: (tally: Tally, now: number) => Tally) => Promise<boolean>;

/** What counts in a row, or changes it. Each resolves with whether it is on disk. */
function useCounting(step: Step) {
  const add = useCallback(
    (row: RowOfTaxon) => {
      const facts = { tapId: newId(), entryId: newId() };
      const here = measuredNow();
      return step('added', row, (tally, now) =>
        withNewTap(here ? withMovedPlace(tally, here) : tally, row.taxon, { ...facts, now }, row.variant),
      );
    },
    [step],
  );
  const removeOne = useCallback((row: RowOfTaxon) => step('removed', row, (tally) => withOneFewer(tally, row)), [step]);
  /** `earlier`: more than the number were counted at earlier places, so that nothing is changed. */
  const setNumber = useCallback(
    async (row: RowOfTaxon, value: CountValue): Promise<'set' | 'earlier' | 'failed'> => {
      const facts = { tapId: newId(), entryId: newId() };
      let isTooSmall = false;
      const isStored = await step('set', row, (tally, now) => {
        const next = withNumber(tally, row, value, { ...facts, now });
        isTooSmall = next === null;
        return next ?? tally;
      });
      return isTooSmall ? 'earlier' : isStored ? 'set' : 'failed';
    },
    [step],
  );
  const setDetails = useCallback(
    (row: RowOfTaxon, change: TallyDetails) => step('details', row, (tally) => withDetails(tally, row, change)),
    [step],
  );
  /** Resolves with the key of the new row. */
  const split = useCallback(
    async ({ taxon }: RowOfTaxon): Promise<string> => {
      const added = { taxon, variant: newId() };
      await step('split', added, (tally, now) => withSplitRow(tally, taxon, { now, entryId: newId(), variant: added.variant }));
      return rowKey(added);
    },
    [step],
  );
  const drop = useCallback((row: RowOfTaxon) => step('dropped', row, (tally) => withoutRow(tally, row)), [step]);
  return { add, removeOne, setNumber, setDetails, split, drop };
}

/** Where the device is now, as far as its location service runs. */
function measuredNow(): TallyPlace | null {
  const { fix } = location.store.getState();
  return fix && Math.abs(Date.now() - fix.at) < STALE_MS ? placeOfFix(fix) : null;
}

/** Saves the tally as records. What could not be saved stays in it. */
export async function saveTally(
  user: User,
  { isMeasuring, onProgress }: Pick<FinishFacts, 'isMeasuring' | 'onProgress'> = {},
): Promise<FinishedTally> {
  const finished = await finishTally(currentDatabase(), {
    user: { id: user.id, name: user.name, is_pro: user.is_pro },
    preferences: user.preferences,
    zoneOf: await zoneTable(),
    clock: (at, zone) => wallClock(zone ?? deviceTimeZone(), new Date(at)),
    ...(isMeasuring === undefined ? {} : { isMeasuring }),
    ...(onProgress ? { onProgress } : {}),
  });
  for (const { error } of finished.failed) console.error('Tally', error);
  return finished;
}

/** The row of a taxon that a further individual is added to: the first of its rows, or a new one. */
export function rowFor(tally: Tally, taxon: RowOfTaxon['taxon']): RowOfTaxon {
  return listRows(tally).find((row) => row.taxon.id === taxon.id) ?? { taxon };
}

function freshTally(measuresPlace: boolean): Tally {
  return emptyTally({ now: Date.now(), time_zone: deviceTimeZone(), source: measuresPlace ? SOURCE_GPS : SOURCE_NONE });
}

/** The place of the tally: measured until it is accurate enough, then the location service stops. */
function useTallyPlace(tally: Tally | undefined, change: (next: (tally: Tally) => Tally) => void, measures: boolean) {
  const isGps = tally?.source === SOURCE_GPS;
  const known = tally ? findCurrentPlace(tally) : null;
  const [hasEnded, setEnded] = useState(false);
  const isWanted = measures && isGps && (known === null || (!hasEnded && (known.coordinate_uncertainty_m ?? Infinity) > GOOD_ENOUGH_M));
  const live = useLocation(isWanted);
  const { fix } = live;
  const isStale = live.state === 'stale';
  const hasFix = fix !== null;

  useEffect(() => {
    if (!isWanted || !hasFix) return;
    const end = setTimeout(() => setEnded(true), MEASURE_MS);
    return () => clearTimeout(end);
  }, [isWanted, hasFix]);

  const storeFix = useEffectEvent((measured: TallyPlace, at: number) =>
    change((now) => (now.source === SOURCE_GPS ? withFix(now, measured, at) : now)),
  );
  useEffect(() => {
    if (!isWanted || !fix || isStale) return;
    storeFix(placeOfFix(fix), fix.at);
  }, [fix, isStale, isWanted]);

  return {
    known,
    isMeasuring: isWanted,
    state: live.state,
    retry: live.retry,
    measureAgain: () => {
      setEnded(false);
      change(withNewMeasuredPlace);
    },
    choose: (source: string, place: TallyPlace | null) => {
      setEnded(false);
      change((now) => withSource(now, source, place));
    },
  };
}

export type OpenTally = ReturnType<typeof useTally>;
export type OpenTallyPlace = OpenTally['place'];
