import { carriedKeys, pick } from './form-parts';
import { timeZonePatch, type FormValues } from './form-values';

/** A measured place is reused for this long; after that, the observer may have walked on without a new fix. */
const NEAR_MS = 10 * 60_000;
const MEASURED_SOURCES: readonly FormValues['location_source'][] = ['gps', 'neighbour', 'last_known'];

/** The coordinate source of a reused place. A place from another record's photo is not from a photo of this one. */
export function reusedSource(source: FormValues['location_source']): FormValues['location_source'] {
  return source === 'exif' ? 'neighbour' : source;
}

/** The values of the form after a saved record: same place and sharing, and with `isSame` also the same species. */
export function nextAfter(saved: FormValues, blank: FormValues, options: { isSame: boolean; ageMs: number }): FormValues {
  const { latitude, location_source } = saved;
  const isNear = latitude !== null && (!MEASURED_SOURCES.includes(location_source) || options.ageMs < NEAR_MS);
  const place = isNear
    ? {
        ...pick(saved, carriedKeys('nearby')),
        location_source: reusedSource(location_source),
        // "Here" again: a photo with another place replaces it.
        place_by: blank.place_by ?? ('device' as const),
        ...timeZonePatch(blank, saved.time_zone ?? blank.time_zone),
      }
    : {};
  return {
    ...blank,
    ...place,
    ...pick(saved, carriedKeys('always')),
    ...(options.isSame ? pick(saved, carriedKeys('same_taxon')) : {}),
  };
}
