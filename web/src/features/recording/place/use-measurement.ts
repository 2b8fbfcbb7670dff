import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Fix } from '../../../device/fix';
import { location } from '../../../device/location';
import { useLocation } from '../../../device/use-location';
import { useMeasuring } from '../../../shared/geo/data';
import type { FormValues } from '../form-values';

/** After the first fix, better ones are accepted for this long. */
const MEASURE_MS = 60_000;
/** Number of fixes averaged while the device stands still. */
const AVERAGE_OF = 10;

interface Options {
  startsMeasuring: boolean;
  placeBy: FormValues['place_by'];
  /** Called with each fix. `replaces`: it is the first of a measurement that the user started, and replaces any place in the form. */
  onFix: (fix: Fix, replaces: boolean) => void;
}

/** Measures the place of the form until a fix reaches the target accuracy, time is up, or the user sets the place. */
export function useMeasurement({ startsMeasuring, placeBy, onFix }: Options) {
  const [isOn, setOn] = useState(startsMeasuring);
  // Photos from elsewhere say where their record was made, even if they do not know (decision 0016).
  const isOfPhotos = placeBy === 'photos';
  const isMeasuring = isOn && !isOfPhotos;
  /** The measurement has ended; new fixes are ignored. */
  const [isFrozen, setFrozen] = useState(false);
  /** Counts the measurements started by the user. */
  const [attempt, setAttempt] = useState(0);
  /** The last fix applied to the form. */
  const [applied, setApplied] = useState<{ fix: Fix; attempt: number } | null>(null);
  const replacesPlace = useRef(false);
  const live = useLocation(isMeasuring);
  const { target, averages } = useMeasuring();

  // Without its photos, the record is "here" again.
  const [wasOfPhotos, setWasOfPhotos] = useState(isOfPhotos);
  if (wasOfPhotos !== isOfPhotos) {
    setWasOfPhotos(isOfPhotos);
    if (!isOfPhotos && placeBy === 'device') {
      setOn(startsMeasuring);
      setFrozen(false);
      setAttempt((before) => before + 1);
    }
  }

  const { fix, state } = live;
  const isFresh = fix !== null && state !== 'stale';
  const hasFix = fix !== null;

  useEffect(() => location.average(averages), [averages]);

  const freeze = useCallback(() => {
    setOn(false);
    setFrozen(true);
  }, []);

  useEffect(() => {
    if (!isMeasuring || !hasFix) return;
    const end = setTimeout(freeze, MEASURE_MS);
    return () => clearTimeout(end);
  }, [isMeasuring, hasFix, freeze]);

  // Each fix is applied once, and again if a new measurement starts with it.
  const isNew = applied?.fix !== fix || applied?.attempt !== attempt;
  if (isMeasuring && fix && isFresh && isNew) setApplied({ fix, attempt });
  if (isMeasuring && fix && isFresh && fix.accuracy_m <= target && (!averages || fix.fixes >= AVERAGE_OF)) freeze();

  const applyFix = useEffectEvent((found: Fix) => {
    const replaces = replacesPlace.current;
    replacesPlace.current = false;
    onFix(found, replaces);
  });
  useEffect(() => {
    if (applied) applyFix(applied.fix);
  }, [applied]);

  /** Measures again. The next fix replaces the place only if it is better, or shows that the device has moved. */
  const restart = useCallback(() => {
    setAttempt((before) => before + 1);
    setFrozen(false);
    setOn(true);
  }, []);

  const start = useCallback(() => {
    replacesPlace.current = true;
    restart();
  }, [restart]);

  /** Stops measuring because the user set the place. */
  const stop = useCallback(() => {
    replacesPlace.current = false;
    setOn(false);
    setFrozen(false);
  }, []);

  return { live, here: applied?.fix ?? null, isMeasuring, isFrozen, start, restart, freeze, stop };
}
