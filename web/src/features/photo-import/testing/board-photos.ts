import { newId } from '../../../local/db/ids';
import { NO_FACTS, type LocalPhoto } from '../../../local/db/rows';
import { photo } from '../../../local/testing/people';

/** A photo as read from a file: taken on 17 May 2026 at `HH:MM:SS`, or without a time or place. */
export async function taken(time: string | null, place: [number, number] | null = null, seed?: number): Promise<LocalPhoto> {
  const bare = await photo(200, seed ?? Number.parseInt(newId().slice(0, 6), 16));
  const when = time ? { taken_on: '2026-05-17', taken_time: time.slice(0, 5), taken_second: Number(time.slice(6)) } : {};
  const where = place ? { latitude: place[0], longitude: place[1], coordinate_uncertainty_m: 5 } : {};
  return { ...bare, facts: { ...NO_FACTS, ...when, ...where } };
}
