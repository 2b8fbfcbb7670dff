import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Fix } from '../../../device/fix';
import { location } from '../../../device/location';
import { useLocation } from '../../../device/use-location';
import { metresBetween } from '../../../local/device/metres-between';
import type { PhotoFacts } from '../../../local/db/rows';
import { useMeasuring } from '../../geo/position/use-measuring';
import { clockPatch, type FormPatch, type FormValues } from '../form-values';
import type { Coordinates } from '../../geo/parse-coordinates';
import type { TakenPlace } from './place-offers';
import type { ObserveForm } from '../use-observe-form';
import { hereZone, zoneAt } from '../../geo/time-zone';

/** After the first fix the receiver gets this long to do better; then the best one stands. */
export const MEASURE_MS = 60_000;
/** Of a device that stands still; fewer make no steadier a place. */
const AVERAGE_OF = 10;

/** The place of the form: measured while it is wanted, taken from an offer, typed, or from a photo. */
export function usePlace(form: ObserveForm, startsMeasuring: boolean) {
  const [isMeasuring, setMeasuring] = useState(startsMeasuring);
  /** The place was measured in this form, and the receiver no longer changes it. */
  const [isFrozen, setFrozen] = useState(false);
  /** Counts the measurements that were started by hand. */
  const [attempt, setAttempt] = useState(0);
  /** The last fix that reached this form. */
  const [taken, setTaken] = useState<{ fix: Fix; attempt: number } | null>(null);
  /** The first fix takes the place of whatever the form has. */
  const isReplacing = useRef(false);
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

  // The form gets each fix once, and the last one again when a new measurement begins with it.
  const isNew = taken?.fix !== fix || taken?.attempt !== attempt;
  if (isMeasuring && fix && isFresh && isNew) setTaken({ fix, attempt });
  if (isMeasuring && fix && isFresh && fix.accuracy_m <= target && (!averages || fix.fixes >= AVERAGE_OF)) freeze();

  const fillIn = useEffectEvent((found: Fix) => {
    const replaces = isReplacing.current;
    isReplacing.current = false;
    change((values) => (replaces || isBetter(found, values) ? { ...fixPatch(found), ...clockPatch(values, hereZone()) } : {}), {
      quiet: !replaces,
    });
  });
  useEffect(() => {
    if (taken) fillIn(taken.fix);
  }, [taken]);

  /** What the form has stays until the receiver has found something. */
  const measure = useCallback(() => {
    change(({ place_text }) => (place_text ? { place_text: '' } : {}), { quiet: true });
    isReplacing.current = true;
    setAttempt((before) => before + 1);
    setFrozen(false);
    setMeasuring(true);
  }, [change]);

  /** The place is the person's from here on: no fix changes it any more. */
  const leave = useCallback(() => {
    isReplacing.current = false;
    setMeasuring(false);
    setFrozen(false);
  }, []);

  /** The zone follows the place; a "now" is told by the clock of that place. */
  const followZone = useCallback(
    async ({ latitude, longitude }: Coordinates) => {
      const zone = await zoneAt(latitude, longitude);
      change(
        (values) => {
          if (values.latitude !== latitude || values.longitude !== longitude) return {};
          return clockPatch(values, zone);
        },
        { quiet: true },
      );
    },
    [change],
  );

  const setTyped = useCallback(
    (coordinates: Coordinates, coordinate_uncertainty_m: number | null) => {
      leave();
      change({ ...coordinates, coordinate_uncertainty_m, location_source: 'typed', location_id: null, place_text: '' });
      void followZone(coordinates);
    },
    [change, followZone, leave],
  );

  /** One of the offers. */
  const take = useCallback(
    (place: TakenPlace) => {
      leave();
      change({ ...place, place_text: '' });
      void followZone(place);
    },
    [change, followZone, leave],
  );

  /** Place, date and time, as far as the photo tells them. */
  const takeFromPhoto = useCallback(
    (facts: PhotoFacts) => {
      const { latitude, longitude } = facts;
      const hasPlace = latitude !== null && longitude !== null;
      if (hasPlace) leave();
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
    [change, followZone, leave],
  );

  const clear = useCallback(() => {
    leave();
    change((values) => ({
      latitude: null,
      longitude: null,
      coordinate_uncertainty_m: null,
      location_source: null,
      location_id: null,
      place_text: '',
      ...clockPatch(values, values.when_source === 'now' ? hereZone() : null),
    }));
  }, [change, leave]);

  return { live, here: taken?.fix ?? null, isMeasuring, isFrozen, measure, freeze, leave, setTyped, take, takeFromPhoto, clear };
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

/** Where the camera has no zone, none is invented. */
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

/** A nearer fix, or one that shows that the person has moved on. */
export function isBetter(
  fix: Fix,
  values: Pick<FormValues, 'latitude' | 'longitude' | 'coordinate_uncertainty_m' | 'location_source'>,
): boolean {
  const { latitude, longitude, coordinate_uncertainty_m: before } = values;
  if (latitude === null || longitude === null) return true;
  // What the person typed or took from a photo is not overwritten by a receiver.
  if (values.location_source !== 'gps') return false;
  if (before === null || fix.accuracy_m <= before) return true;
  return metresBetween(fix, { latitude, longitude }) > before + fix.accuracy_m;
}
