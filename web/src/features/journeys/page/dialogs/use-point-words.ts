import type { TrackPoint } from '@veld/contract';
import { metresBetween } from '@veld/geometry';
import { useMemo } from 'react';
import { distance } from '../../../../i18n/format';
import { useLanguage, useUser } from '../../../../shared/session/session';
import { clockAt } from '../journey-times';

/** A point of a track in words: its time, or without one, its distance from the start. */
export function usePointWords(points: readonly TrackPoint[], zone: string): (at: number) => string {
  const language = useLanguage();
  const { units } = useUser().preferences;
  const along = useMemo(() => {
    const metres: number[] = [];
    for (const [at, point] of points.entries()) metres.push(at === 0 ? 0 : metres[at - 1]! + metresBetween(points[at - 1]!, point));
    return metres;
  }, [points]);
  return (at) => {
    const { t } = points[at]!;
    return t === null ? distance(along[at]!, units, language) : clockAt(t, zone, language);
  };
}
