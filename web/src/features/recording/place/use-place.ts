import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Fix } from '../../../device/fix';
import { location } from '../../../device/location';
import { useLocation } from '../../../device/use-location';
import { metresBetween } from '../../../local/device/metres-between';
import type { PhotoFacts } from '../../../local/db/rows';
import { useMeasuring } from '../../geo/position/use-measuring';
import { timeZonePatch, type FormPatch, type FormValues } from '../form-values';
import type { Coordinates } from '../../geo/parse-coordinates';
import type { PlaceValues } from './place-offers';
import type { ObserveForm } from '../use-observe-form';
import { deviceTimeZone, zoneAt } from '../../geo/time-zone';

/** After the first fix, better ones are accepted for this long. */
export const MEASURE_MS = 60_000;
/** Number of fixes averaged while the device stands still. */
const AVERAGE_OF = 10;

/** The place of the form: measured, chosen from an offer, typed, or from a photo. */
export function usePlace(form: ObserveForm, startsMeasuring: boolean) {
  const [isMeasuring, setMeasuring] = useState(startsMeasuring);
  /** The measurement has ended; new fixes are ignored. */
  const [isFrozen, setFrozen] = useState(false);
  /** Counts the measurements started by the user. */
  const [attempt, setAttempt] = useState(0);
  /** The last fix applied to the form. */
  const [applied, setApplied] = useState<{ fix: Fix; attempt: number } | null>(null);
  /** The first fix replaces any place in the form. */
  const replacesPlace = useRef(false);
  const live = useLocation(isMeasuring);
  const { target, averages } = useMeasuring();
  const { change } = form;

  const { fix, state } = live;
  const isFresh = fix !== null && state !== 'stale';
  const hasFix = fix !== null;

  useEffect(() => location.average(averages), [averages]);

  const freeze = useCallback(() => {
    setMeasuring(false);
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
    change((values) => (replaces || isBetter(found, values) ? { ...fixPatch(found), ...timeZonePatch(values, deviceTimeZone()) } : {}), {
      quiet: !replaces,
    });
  });
  useEffect(() => {
    if (applied) applyFix(applied.fix);
  }, [applied]);

  /** Starts a measurement. The form keeps its place until the first fix. */
  const measure = useCallback(() => {
    change(({ place_text }) => (place_text ? { place_text: '' } : {}), { quiet: true });
    replacesPlace.current = true;
    setAttempt((before) => before + 1);
    setFrozen(false);
    setMeasuring(true);
  }, [change]);

  /** Stops measuring because the user set the place. */
  const stop = useCallback(() => {
    replacesPlace.current = false;
    setMeasuring(false);
    setFrozen(false);
  }, []);

  /** Sets the time zone of the place and converts the current time to it. */
  const followZone = useCallback(
    async ({ latitude, longitude }: Coordinates) => {
      const zone = await zoneAt(latitude, longitude);
      change(
        (values) => {
          if (values.latitude !== latitude || values.longitude !== longitude) return {};
          return timeZonePatch(values, zone);
        },
        { quiet: true },
      );
    },
    [change],
  );

  const setTyped = useCallback(
    (coordinates: Coordinates, coordinate_uncertainty_m: number | null) => {
      stop();
      change({ ...coordinates, coordinate_uncertainty_m, location_source: 'typed', location_id: null, place_text: '' });
      void followZone(coordinates);
    },
    [change, followZone, stop],
  );

  const takeOffer = useCallback(
    (place: PlaceValues) => {
      stop();
      change({ ...place, place_text: '' });
      void followZone(place);
    },
    [change, followZone, stop],
  );

  /** Uses the place, date and time of a photo, as far as it has them. */
  const applyPhoto = useCallback(
    (facts: PhotoFacts) => {
      const { latitude, longitude } = facts;
      const hasPlace = latitude !== null && longitude !== null;
      if (hasPlace) stop();
      change((values) => ({
        ...(hasPlace
          ? {
              latitude,
              longitude,
              coordinate_uncertainty_m: facts.coordinate_uncertainty_m,
              location_source: 'exif' as const,
              location_id: null,
              place_text: '',
            }
          : {}),
        ...datePatch(facts, values, hasPlace),
      }));
      if (hasPlace) void followZone({ latitude, longitude });
    },
    [change, followZone, stop],
  );

  const clear = useCallback(() => {
    stop();
    change((values) => ({
      latitude: null,
      longitude: null,
      coordinate_uncertainty_m: null,
      location_source: null,
      location_id: null,
      place_text: '',
      ...timeZonePatch(values, values.when_source === 'now' ? deviceTimeZone() : null),
    }));
  }, [change, stop]);

  return { live, here: applied?.fix ?? null, isMeasuring, isFrozen, measure, freeze, stop, setTyped, takeOffer, applyPhoto, clear };
}

export type Place = ReturnType<typeof usePlace>;

function fixPatch(fix: Fix): FormPatch {
  const round = (value: number) => Number(value.toFixed(6));
  return {
    latitude: round(fix.latitude),
    longitude: round(fix.longitude),
    coordinate_uncertainty_m: Math.max(1, Math.ceil(fix.accuracy_m)),
    location_source: 'gps',
    location_id: null,
  };
}

/** The date and time of a photo. No time zone is made up if the camera has none. */
function datePatch(facts: PhotoFacts, values: FormValues, hasPlace: boolean): FormPatch {
  if (!facts.taken_on) return {};
  return {
    date_kind: 'day',
    day: facts.taken_on,
    time: facts.taken_time ?? '',
    when_source: 'photo',
    time_zone: hasPlace || values.latitude === null ? null : values.time_zone,
  };
}

/** Whether a fix is more accurate than the place in the form, or shows that the device has moved. */
export function isBetter(
  fix: Fix,
  values: Pick<FormValues, 'latitude' | 'longitude' | 'coordinate_uncertainty_m' | 'location_source'>,
): boolean {
  const { latitude, longitude, coordinate_uncertainty_m: before } = values;
  if (latitude === null || longitude === null) return true;
  // A typed place or one from a photo is never overwritten by a fix.
  if (values.location_source !== 'gps') return false;
  if (before === null || fix.accuracy_m <= before) return true;
  return metresBetween(fix, { latitude, longitude }) > before + fix.accuracy_m;
}
