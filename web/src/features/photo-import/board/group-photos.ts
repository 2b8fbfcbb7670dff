import type { PhotoFacts } from '../../../local/db/rows';
import { areNear, doubtfulAt, takenAt } from '../../recording/data';

/** Maximum seconds between two photos of one record; 0 makes a record of each photo. */
export const GAPS = [10, 60, 300, 0] as const;
export const DEFAULT_GAP: Gap = 60;
export type Gap = (typeof GAPS)[number];

export interface WithFacts {
  id: string;
  facts: PhotoFacts;
}

/**
 * Groups photos into records: each photo within `gap` seconds of the previous one, and all photos with coordinates within 100 m
 * of each other. Groups are in order of time. A photo without a time forms its own group; these come last, in the given order.
 */
export function groupPhotos<P extends WithFacts>(photos: readonly P[], gap: Gap): P[][] {
  const timed = photos.flatMap((photo) => {
    // A clock that was never set still shows which photos belong together.
    const at = takenAt(photo.facts) ?? doubtfulAt(photo.facts);
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
  return [...groups, ...photos.filter(({ facts }) => takenAt(facts) === null && doubtfulAt(facts) === null).map((photo) => [photo])];
}
