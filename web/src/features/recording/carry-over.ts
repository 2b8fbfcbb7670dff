import { carriedKeys, pick } from './form-parts';
import { clockPatch, type FormValues } from './form-values';

/** Where somebody was just now is taken over for this long: whoever records on after that may have walked on without a fix. */
const NEAR_MS = 10 * 60_000;
const OF_THE_MOMENT: readonly FormValues['location_source'][] = ['gps', 'neighbour', 'last_known'];

/** Of a place that is taken over from another record: what a photo of that one told, no photo of this one does. */
export function sourceHere(source: FormValues['location_source']): FormValues['location_source'] {
  return source === 'exif' ? 'neighbour' : source;
}

/** What the next form takes over from a record that was saved: its place and its way of sharing; with `same` its species too. */
export function following(saved: FormValues, blank: FormValues, options: { isSame: boolean; ageMs: number }): FormValues {
  const { latitude, location_source } = saved;
  const isNear = latitude !== null && (!OF_THE_MOMENT.includes(location_source) || options.ageMs < NEAR_MS);
  const place = isNear
    ? {
        ...pick(saved, carriedKeys('nearby')),
        location_source: sourceHere(location_source),
        ...clockPatch(blank, saved.time_zone ?? blank.time_zone),
      }
    : {};
  return {
    ...blank,
    ...place,
    ...pick(saved, carriedKeys('always')),
    ...(options.isSame ? pick(saved, carriedKeys('same_taxon')) : {}),
  };
}
