import { Loader } from '@mantine/core';
import { IconMapPinOff } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import type { FormValues } from '../form-values';
import classes from './PlaceThumb.module.css';

const StillMap = lazy(() => import('../../../shared/geo/still/StillMap').then((module) => ({ default: module.StillMap })));

/** The form and its suggestions are drawn first. */
const DRAWN_AFTER_MS = 400;
/** Decimals of a degree: 100 m, so that a measurement does not draw the map again and again. */
const DECIMALS = 3;

/** A map of the place, as small as an icon. */
export function PlaceThumb({ values, isSearching }: { values: Pick<FormValues, 'latitude' | 'longitude'>; isSearching: boolean }) {
  const latitude = values.latitude === null ? null : Number(values.latitude.toFixed(DECIMALS));
  const longitude = values.longitude === null ? null : Number(values.longitude.toFixed(DECIMALS));
  const shapes = useMemo(
    () => (latitude === null || longitude === null ? null : [{ kind: 'point' as const, latitude, longitude }]),
    [latitude, longitude],
  );
  const [isTime, setTime] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setTime(true), DRAWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!shapes) return isSearching ? <Loader size="xs" /> : <IconMapPinOff size={22} aria-hidden />;
  return (
    <span className={classes.map} aria-hidden>
      {isTime && (
        <Suspense fallback={null}>
          <StillMap label="" shapes={shapes} height="100%" />
        </Suspense>
      )}
    </span>
  );
}
