import { metresBetween } from '../../../local/device/metres-between';
import type { PhotoFacts } from '../../../local/db/rows';

/** Seconds that may lie between two photos of one record; 0 makes a record of each photo. */
export const GAPS = [10, 60, 300, 0] as const;
export const DEFAULT_GAP: Gap = 60;
export type Gap = (typeof GAPS)[number];

/** Photos taken farther apart than this are never of one record, however soon one followed the other. */
const APART_M = 100;

export interface Told {
  id: string;
  facts: PhotoFacts;
}

/** The camera's wall clock, in milliseconds that can be compared with each other only; null where it told no time. */
export function takenAt({ taken_on, taken_time, taken_second }: PhotoFacts): number | null {
  if (taken_on === null || taken_time === null) return null;
  const at = Date.parse(`${taken_on}T${taken_time}:00Z`);
  return Number.isNaN(at) ? null : at + (taken_second ?? 0) * 1000;
}

/**
 * The records that photos seem to belong to: each within `gap` seconds of the one before, and all within 100 m of each other
 * as far as they tell where they were taken. A photo that tells no time is alone. The first taken comes first; those without a
 * time come last, as they were picked.
 */
export function groupPhotos<P extends Told>(photos: readonly P[], gap: Gap): P[][] {
  const timed = photos.flatMap((photo) => {
    const at = takenAt(photo.facts);
    return at === null ? [] : [{ photo, at }];
  });
  timed.sort((one, other) => one.at - other.at);
  const groups: P[][] = [];
  let last = -Infinity;
  for (const { photo, at } of timed) {
    const group = groups.at(-1);
    if (group && gap > 0 && at - last <= gap * 1000 && group.every((one) => areNear(one.facts, photo.facts))) group.push(photo);
    else groups.push([photo]);
    last = at;
  }
  return [...groups, ...photos.filter(({ facts }) => takenAt(facts) === null).map((photo) => [photo])];
}

function areNear(one: PhotoFacts, other: PhotoFacts): boolean {
  const [here, there] = [pointOf(one), pointOf(other)];
  return here === null || there === null || metresBetween(here, there) <= APART_M;
}

export function pointOf({ latitude, longitude }: Pick<PhotoFacts, 'latitude' | 'longitude'>) {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}
