import { useCallback, useEffect, useState } from 'react';
import { EXCELLENT_M, type Fix } from '../../device/location';
import { useLocation } from '../../device/use-location';
import type { PhotoFacts } from '../../local/rows';
import type { FormPatch, FormValues } from './form-values';
import type { Coordinates } from './parse-coordinates';
import type { ObserveForm } from './use-observe-form';
import { hereZone, wallClock, zoneAt } from './zone';

/** After the first fix the receiver gets this long to do better; then the best one stands. */
const MEASURE_MS = 60_000;
const SILENT_MS = 8000;

/** The place of the form: measured while it is wanted, typed, or from a photo. */
export function usePlace(form: ObserveForm, startsMeasuring: boolean) {
  const [isMeasuring, setMeasuring] = useState(startsMeasuring);
  const live = useLocation(isMeasuring);
  const { change } = form;

  const { fix, isStale } = live;
  const hasFix = fix !== null;
  const [takesOld, setTakesOld] = useState(false);

  // A receiver that stands still may tell its place once and then be silent: an old fix is taken when no newer one comes.
  useEffect(() => {
    if (!isMeasuring || !hasFix) return;
    const takeOld = setTimeout(() => setTakesOld(true), SILENT_MS);
    const end = setTimeout(() => setMeasuring(false), MEASURE_MS);
    return () => {
      clearTimeout(takeOld);
      clearTimeout(end);
      setTakesOld(false);
    };
  }, [isMeasuring, hasFix]);

  useEffect(() => {
    if (!isMeasuring || !fix || (isStale && !takesOld)) return;
    change((values) => (isBetter(fix, values) ? fixPatch(fix) : {}), { quiet: true });
    if (fix.accuracy_m <= EXCELLENT_M) setMeasuring(false);
  }, [fix, isStale, takesOld, isMeasuring, change]);

  const measure = useCallback(() => {
    change({ latitude: null, longitude: null, coordinate_uncertainty_m: null, location_source: null, location_id: null });
    setMeasuring(true);
  }, [change]);

  const stop = useCallback(() => setMeasuring(false), []);

  /** The zone follows the place; a "now" is told by the clock of that place. */
  const followZone = useCallback(
    async ({ latitude, longitude }: Coordinates) => {
      const zone = await zoneAt(latitude, longitude);
      change(
        (values) => {
          if (values.latitude !== latitude || values.longitude !== longitude) return {};
          const now = wallClock(zone, new Date());
          return { time_zone: zone, ...(values.when_source === 'now' && zone ? { day: now.day, time: now.time } : {}) };
        },
        { quiet: true },
      );
    },
    [change],
  );

  const setTyped = useCallback(
    (coordinates: Coordinates) => {
      setMeasuring(false);
      change({ ...coordinates, coordinate_uncertainty_m: null, location_source: 'typed', location_id: null });
      void followZone(coordinates);
    },
    [change, followZone],
  );

  /** Place, date and time, as far as the photo tells them. */
  const takeFromPhoto = useCallback(
    (facts: PhotoFacts) => {
      const { latitude, longitude } = facts;
      const hasPlace = latitude !== null && longitude !== null;
      if (hasPlace) setMeasuring(false);
      change((values) => ({
        ...(hasPlace
          ? {
              latitude,
              longitude,
              coordinate_uncertainty_m: facts.coordinate_uncertainty_m,
              location_source: 'exif' as const,
              location_id: null,
            }
          : {}),
        ...datePatch(facts, values, hasPlace),
      }));
      if (hasPlace) void followZone({ latitude, longitude });
    },
    [change, followZone],
  );

  const clear = useCallback(() => {
    setMeasuring(false);
    change(({ when_source }) => ({
      latitude: null,
      longitude: null,
      coordinate_uncertainty_m: null,
      location_source: null,
      location_id: null,
      time_zone: when_source === 'now' ? hereZone() : null,
    }));
  }, [change]);

  return { live, isMeasuring, measure, stop, setTyped, takeFromPhoto, clear };
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
    time_zone: hereZone(),
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

const METRES_PER_DEGREE = 111_195;

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
  const east = (fix.longitude - longitude) * METRES_PER_DEGREE * Math.cos((latitude * Math.PI) / 180);
  const north = (fix.latitude - latitude) * METRES_PER_DEGREE;
  return Math.hypot(east, north) > before + fix.accuracy_m;
}
