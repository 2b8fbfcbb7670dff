import type { TaxonSummary } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from '../../device/use-location';
import { newId } from '../../local/db/ids';
import { placeOfFix } from '../../local/device/place-of-fix';
import {
  emptyTally,
  lastTap,
  withNewMeasuredPlace,
  findCurrentPlace,
  runningTally,
  type Tally,
  type TallyPlace,
  withNewTap,
  withFix,
  withoutTap,
  withSource,
  withTap,
} from '../../local/records/tally';
import { currentDatabase, notifier, useUser } from '../../shared/session/session';
import { deviceTimeZone } from '../../shared/geo/time-zone';

/** Accuracy at which measuring stops. */
const GOOD_ENOUGH_M = 10;
/** After the first fix, better ones are accepted for this long. */
const MEASURE_MS = 60_000;

/** The last step and how to undo it. */
export interface LastStep {
  kind: 'added' | 'removed';
  name: string;
  at: number;
  revert: (tally: Tally) => Tally;
}

export const SOURCE_GPS = 'gps';
export const SOURCE_NONE = 'none';

/** The running tally as stored. Undefined while loading. */
export function useTally() {
  const { t } = useTranslation('tally');
  const database = currentDatabase();
  const { preferences } = useUser();
  const stored = useLiveQuery(() => runningTally.read(database), [database]);
  // Nothing is stored before the first tap, so that opening the screen does not start a tally.
  const [fresh, setFresh] = useState(() => freshTally(preferences.recording.ask_place));
  const [step, setStep] = useState<LastStep | null>(null);
  const tally = stored === undefined ? undefined : (stored ?? fresh);

  const change = useCallback(
    async (next: (tally: Tally) => Tally): Promise<boolean> => {
      try {
        await runningTally.update(database, (now) => next(now ?? fresh));
        return true;
      } catch (error) {
        notifier.show('negative', t('not_saved'), { cause: error });
        return false;
      }
    },
    [database, t, fresh],
  );

  const add = useCallback(
    async (taxon: TaxonSummary) => {
      const facts = { now: Date.now(), tapId: newId(), entryId: newId() };
      if (await change((now) => withNewTap(now, taxon, facts)))
        setStep({ kind: 'added', name: taxon.name, at: facts.now, revert: (now) => withoutTap(now, facts.tapId) });
    },
    [change],
  );

  const removeTap = useCallback(
    async (taxon: TaxonSummary) => {
      let last: ReturnType<typeof lastTap> = null;
      const isStored = await change((now) => {
        last = lastTap(now, taxon.id);
        return last ? withoutTap(now, last.tap.id) : now;
      });
      const found = last as ReturnType<typeof lastTap>;
      if (!isStored || !found) return;
      const revert = (now: Tally) => withTap(now, found.entry, found.tap);
      setStep({ kind: 'removed', name: taxon.name, at: Date.now(), revert });
    },
    [change],
  );

  const undo = useCallback(async () => {
    if (step && (await change(step.revert))) setStep(null);
  }, [change, step]);
  const clearStep = useCallback(() => setStep(null), []);

  const setEach = useCallback((is_each: boolean) => void change((now) => ({ ...now, is_each })), [change]);

  /** Discards the tally. */
  const discard = useCallback(async () => {
    await runningTally.update(database, () => null);
    setFresh(freshTally(preferences.recording.ask_place));
    setStep(null);
  }, [database, preferences.recording.ask_place]);

  /** Before the first tap, the place is not stored either. */
  const changePlace = useCallback(
    (next: (tally: Tally) => Tally) => {
      if (stored) void change(next);
      else setFresh(next);
    },
    [change, stored],
  );
  const place = useTallyPlace(tally, changePlace);

  return { tally, isRunning: stored != null, add, removeTap, undo, step, clearStep, setEach, discard, place };
}

function freshTally(measuresPlace: boolean): Tally {
  return emptyTally({ now: Date.now(), time_zone: deviceTimeZone(), source: measuresPlace ? SOURCE_GPS : SOURCE_NONE });
}

/** The place of the tally: measured until it is accurate enough, then the location service stops. */
function useTallyPlace(tally: Tally | undefined, change: (next: (tally: Tally) => Tally) => void) {
  const isGps = tally?.source === SOURCE_GPS;
  const known = tally ? findCurrentPlace(tally) : null;
  const [hasEnded, setEnded] = useState(false);
  const isWanted = isGps && (known === null || (!hasEnded && (known.coordinate_uncertainty_m ?? Infinity) > GOOD_ENOUGH_M));
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
