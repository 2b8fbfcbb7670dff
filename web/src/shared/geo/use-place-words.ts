import { formatPlace } from '@veld/geography';
import type { PlaceInWords } from '@veld/contract';
import { useEffect, useState } from 'react';
import { wordsAt } from '../../local/places/words-at';
import { useLanguage } from '../session/session';

interface PlaceOf {
  latitude: number | null;
  longitude: number | null;
}

const NOWHERE: PlaceOf = { latitude: null, longitude: null };

/**
 * A point in degrees as "4 km NE of Utrecht, Netherlands", or as "Utrecht, Netherlands" where it stands for a larger area; found on the
 * device. Null until then, and without a point.
 */
export function usePlaceWords(place: PlaceOf | null, { isArea = false } = {}): string | null {
  const { latitude, longitude } = place ?? NOWHERE;
  const language = useLanguage();
  const [found, setFound] = useState<{ at: PlaceOf; words: PlaceInWords | null } | null>(null);
  useEffect(() => {
    if (latitude === null || longitude === null) return;
    let isCurrent = true;
    void wordsAt({ latitude, longitude }).then((words) => {
      if (isCurrent) setFound({ at: { latitude, longitude }, words });
    });
    return () => {
      isCurrent = false;
    };
  }, [latitude, longitude]);
  const isOfPoint = found?.at.latitude === latitude && found.at.longitude === longitude;
  if (!isOfPoint || !found.words) return null;
  return formatPlace(isArea ? { ...found.words, distance_km: 0, direction: null } : found.words, language);
}
