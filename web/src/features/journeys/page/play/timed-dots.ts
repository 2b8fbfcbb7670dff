import type { LocalObservation } from '../../../../shared/records/own';
import { recordInstant } from '../journey-times';
import type { Dot } from '../track-overlay';

export interface TimedDot extends Dot {
  /** When the record was made, in milliseconds since 1970; null if unknown. */
  at: number | null;
}

/** Records with a place, in the order in which they were made; those without a time last. */
export function timedDots(records: readonly LocalObservation[], zone: string): TimedDot[] {
  return records
    .flatMap((record): TimedDot[] => {
      const { id, latitude, longitude, taxon } = record;
      if (latitude == null || longitude == null) return [];
      return [{ id, latitude, longitude, group: taxon?.group ?? 'other', at: recordInstant(record, zone) }];
    })
    .toSorted((one, other) => (one.at ?? Infinity) - (other.at ?? Infinity) || 0);
}

/** How many of them were made until a time. */
export function countUntil(dots: readonly TimedDot[], time: number): number {
  const next = dots.findIndex(({ at }) => at === null || at > time);
  return next < 0 ? dots.length : next;
}
