import type { TaxonSummary } from '@veld/contract';
import { newId } from '../../../local/db/ids';
import type { LocalObservation } from '../../../local/db/rows';
import { anna } from '../../../local/testing/people';
import { blankValues, type FormPatch, type FormValues, readFormRecord } from '../form-values';

export const robin: TaxonSummary = {
  id: 7,
  name: 'roodborst',
  scientific_name: 'Erithacus rubecula',
  rank: 'species',
  group: 'bird',
  image_url: null,
};
export const NOON = new Date('2026-05-10T10:00:00Z');

/** A form filled in by anna at noon in Utrecht. */
export function formAtNoon(change: FormPatch = {}): FormValues {
  return {
    ...blankValues(anna.preferences, NOON),
    time_zone: 'Europe/Amsterdam',
    day: '2026-05-10',
    time: '12:00',
    ...change,
  };
}

/** A record as saved from a form; of the robin unless `change` has a species. */
export function recordOfForm(change: FormPatch = {}, more: Partial<LocalObservation> = {}): LocalObservation {
  const values = formAtNoon({ taxon: robin, ...change });
  return {
    ...readFormRecord(values),
    id: newId(),
    user: { id: anna.id, name: anna.name, is_pro: false },
    taxon: values.taxon,
    quality: null,
    is_obscured: false,
    media: [],
    place: null,
    country_code: null,
    created_at: null,
    updated_at: null,
    version: 0,
    base: null,
    newer: null,
    deleted: 0,
    saved_at: NOON.getTime(),
    ...more,
  };
}
