import { getKnown } from '@veld/contract';
import type { DayRange } from '@veld/contract';
import type { CountedRecord } from './select-records';
import { firstSeen } from './first-seen';

export interface AccumulationPoint {
  /** YYYY-MM-DD. */
  day: string;
  /** Records and species until the end of this day. */
  records: number;
  species: number;
}

export interface Accumulation {
  /** A point for each day on which the date of a record ends, in order, and one for the day on which the curve does. */
  points: AccumulationPoint[];
  /** Records without a date, which have no place in the order. */
  without: number;
}

/**
 * The species accumulation curve until a day. A date of several days counts at its end, when the species had been seen for certain, but
 * not in the future: "November" counts today while it is November.
 */
export function accumulation(records: readonly CountedRecord[], until: string): Accumulation {
  const endOf = ({ to }: DayRange) => (to < until ? to : until);
  const recordsOn = new Map<string, number>();
  const speciesOn = new Map<string, number>();
  let without = 0;
  for (const { days } of records) {
    if (days) addOne(recordsOn, endOf(days));
    else without++;
  }
  for (const days of firstSeen(records).values()) addOne(speciesOn, endOf(days));
  const points: AccumulationPoint[] = [];
  for (const day of [...recordsOn.keys()].toSorted()) {
    const before = points.at(-1);
    points.push({
      day,
      records: (before?.records ?? 0) + getKnown(recordsOn, day),
      species: (before?.species ?? 0) + (speciesOn.get(day) ?? 0),
    });
  }
  const last = points.at(-1);
  if (last && last.day < until) points.push({ ...last, day: until });
  return { points, without };
}

function addOne(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/**
 * The curve at `steps` equal steps of time or of records: at each, the last point that is not beyond it. The first is before the first
 * point, and the last is the end of the curve.
 */
export function sampledCurve(points: readonly AccumulationPoint[], along: 'time' | 'records', steps: number): AccumulationPoint[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return [];
  const positionOf = ({ day, records }: AccumulationPoint) => (along === 'time' ? Date.parse(day) : records);
  const from = along === 'time' ? positionOf(first) : 0;
  const to = positionOf(last);
  const sampled: AccumulationPoint[] = [];
  let at = -1;
  for (let step = 0; step <= steps; step++) {
    const limit = from + ((to - from) * step) / steps;
    while (at + 1 < points.length && positionOf(points[at + 1]!) <= limit) at++;
    const point = points[at] ?? { day: first.day, records: 0, species: 0 };
    sampled.push(along === 'time' ? { ...point, day: new Date(limit).toISOString().slice(0, 10) } : point);
  }
  return sampled;
}
