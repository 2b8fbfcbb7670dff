import { GEOPRIVACIES, type Geoprivacy, type Habitat } from '@veld/contract';
import { useCallback, useEffect, useEffectEvent, useState, useRef } from 'react';
import { metresBetween } from '@veld/geometry';
import { type Fix, STALE_MS } from '../../../device/fix';
import { mayFollow } from '../../../device/late-places';
import type { SavedPlace } from '../../../local/changes/saved-places';
import { placeOfFix } from '../../../local/device/place-of-fix';
import type { PhotoFacts } from '../../../local/db/rows';
import type { SaveOptions } from '../../../local/records/observations';
import { attributePatch, type FormPatch, type FormValues } from '../form-values';
import { NO_PLACE, placeOfFacts } from '../photos/photo-values';
import type { Coordinates } from '../../../shared/geo/parse-coordinates';
import type { PlaceValues } from './place-offers';
import type { ObserveForm } from '../use-observe-form';
import { location } from '../../../device/location';
import { useLocation } from '../../../device/use-location';
import { useMeasuring } from '../../../shared/geo/data';

/** `running`: a fix may still follow. `failed`: the device cannot find its location. Null if it is not looking. */
export type Measuring = 'running' | 'failed' | null;

/**
 * The place of the form: measured, chosen from an offer, typed, or from a photo. `renews`: a place that was measured, here or for the
 * record before, more than 30 seconds before the first input is measured again, as the observer may have walked on meanwhile.
 */
export function usePlace(form: ObserveForm, startsMeasuring: boolean, renews = startsMeasuring) {
  const { change, isBegun } = form;
  const [openedAt] = useState(() => Date.now());
  const { live, here, isMeasuring, isFrozen, start, restart, freeze, stop } = useMeasurement({
    startsMeasuring,
    placeBy: form.values.place_by,
    onFix: (fix, replaces) =>
      change((values) => (replaces || isBetter(fix, values) ? { ...placeOfFix(fix), location_id: null } : {}), { quiet: !replaces }),
  });

  const isOutdated = () =>
    renews &&
    (form.values.place_by ?? 'device') === 'device' &&
    form.values.location_source === 'gps' &&
    Date.now() - (here?.at ?? openedAt) > STALE_MS;
  /**
   * Removes a place that was measured for this form. One taken from the record before stays until a fix shows that the device is elsewhere.
   */
  const forget = () => {
    if (here) change(NO_PLACE, { quiet: true });
  };
  const renew = useEffectEvent(() => {
    if (!isOutdated()) return;
    forget();
    restart();
  });
  useEffect(() => {
    if (isBegun) renew();
  }, [isBegun]);

  /** Starts a measurement. The form keeps its place until the first fix. */
  const measure = useCallback(() => {
    change(({ place_text }) => ({ place_by: 'person', ...(place_text ? { place_text: '' } : {}) }), { quiet: true });
    start();
  }, [change, start]);

  const setTyped = useCallback(
    (coordinates: Coordinates, coordinate_uncertainty_m: number | null) => {
      stop();
      change({ ...coordinates, coordinate_uncertainty_m, location_source: 'typed', location_id: null, place_text: '', place_by: 'person' });
    },
    [change, stop],
  );

  const takeOffer = useCallback(
    (place: PlaceValues) => {
      stop();
      change({ ...place, place_text: '', place_by: 'person' });
    },
    [change, stop],
  );

  /** The person chose the place, date and time of a photo, as far as it has them. */
  const applyPhoto = useCallback(
    (facts: PhotoFacts) => {
      const hasPlace = facts.latitude !== null && facts.longitude !== null;
      if (hasPlace) stop();
      change((values) => ({
        ...(hasPlace ? { ...placeOfFacts(facts), place_text: '', place_by: 'person' as const } : {}),
        ...datePatch(facts, hasPlace || values.latitude !== null),
      }));
    },
    [change, stop],
  );

  const clear = useCallback(() => {
    stop();
    change({ ...NO_PLACE, place_text: '', place_by: 'person' });
  }, [change, stop]);

  const measuring = (): Measuring => {
    if (!isMeasuring) return null;
    return mayFollow(live.state) ? 'running' : 'failed';
  };

  /** How a save treats a location found after it (`SaveOptions`). */
  const atSaving = (): SaveOptions['place'] => {
    if (!isBegun && here && isOutdated()) {
      forget();
      return 'awaited';
    }
    if (measuring() === 'running') return 'awaited';
    if (measuring() === 'failed' && form.values.latitude === null) return 'missed';
    return form.values.place_by === 'person' ? 'chosen' : undefined;
  };

  return { live, here, isMeasuring, isFrozen, measure, freeze, stop, setTyped, takeOffer, applyPhoto, clear, measuring, atSaving };
}

export type Place = ReturnType<typeof usePlace>;

/** The date and time of a photo. No time zone is made up if the camera has none. */
function datePatch(facts: PhotoFacts, hasPlace: boolean): FormPatch {
  if (!facts.taken_on) return {};
  return {
    date_kind: 'day',
    day: facts.taken_on,
    time: facts.taken_time ?? '',
    when_source: 'photo',
    when_by: 'person',
    photo_taken_at: facts.taken_at ?? null,
    ...(hasPlace ? {} : { time_zone: null }),
  };
}

/** Whether a fix is more accurate than the place in the form, or shows that the device has moved. */
export function isBetter(
  fix: Fix,
  values: Pick<FormValues, 'latitude' | 'longitude' | 'coordinate_uncertainty_m' | 'location_source' | 'place_by'>,
): boolean {
  const { latitude, longitude, coordinate_uncertainty_m: before } = values;
  if (values.place_by === 'photos') return false;
  if (latitude === null || longitude === null) return true;
  // A typed place or one from a photo is never overwritten by a fix.
  if (values.location_source !== 'gps') return false;
  if (before === null || fix.accuracy_m <= before) return true;
  return metresBetween(fix, { latitude, longitude }) > before + fix.accuracy_m;
}

/** What a saved place changed in the form: the values that it set, and those before. */
export interface AppliedDefaults {
  name: string;
  geoprivacy: { before: Geoprivacy; set: Geoprivacy } | null;
  habitat: Habitat | null;
}

/** What a saved place sets in a form: a stricter geoprivacy than the form has, and the habitat if the form has none. Null for neither. */
export function placeDefaults({ name, geoprivacy, habitat }: SavedPlace, values: FormValues): AppliedDefaults | null {
  const before = values.geoprivacy;
  const isStricter = geoprivacy != null && GEOPRIVACIES.indexOf(geoprivacy) > GEOPRIVACIES.indexOf(before);
  const setsHabitat = habitat != null && values.attributes.habitat == null;
  if (!isStricter && !setsHabitat) return null;
  return { name, geoprivacy: isStricter ? { before, set: geoprivacy } : null, habitat: setsHabitat ? habitat : null };
}

export function defaultsPatch(values: FormValues, { geoprivacy, habitat }: AppliedDefaults): FormPatch {
  return { ...(geoprivacy ? { geoprivacy: geoprivacy.set } : {}), ...(habitat ? attributePatch(values, 'habitat', habitat) : {}) };
}

/** Undoes what a place set, except what the person has changed since. */
export function withoutDefaults(values: FormValues, { geoprivacy, habitat }: AppliedDefaults): FormPatch {
  return {
    ...(geoprivacy && values.geoprivacy === geoprivacy.set ? { geoprivacy: geoprivacy.before } : {}),
    ...(habitat && values.attributes.habitat === habitat ? attributePatch(values, 'habitat', null) : {}),
  };
}

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
function useMeasurement({ startsMeasuring, placeBy, onFix }: Options) {
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
