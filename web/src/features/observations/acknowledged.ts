import { type CheckName, CHECKS, type ObservationDraft, sureKey } from '@veld/contract';

/** What checks look at. */
export type Checked = Pick<
  ObservationDraft,
  'taxon_id' | 'observed_on' | 'observed_time' | 'latitude' | 'coordinate_uncertainty_m' | 'count' | 'count_max' | 'attributes'
>;

/** The value that a check is about, as text: whoever is sure is sure of it, and of no other. Null where there is none. */
export function aboutOf(check: CheckName, record: Checked): string | null {
  switch (check) {
    case 'future':
      return record.observed_on ? [record.observed_on, record.observed_time].filter(Boolean).join(' ') : null;
    case 'wide_place':
      return record.latitude == null || record.coordinate_uncertainty_m == null ? null : String(record.coordinate_uncertainty_m);
    case 'not_listed':
      return record.taxon_id ? String(record.taxon_id) : null;
    case 'unusual_count':
      return record.count == null ? null : [record.count, record.count_max].filter((count) => count != null).join('-');
  }
}

export function isSure(check: CheckName, record: Checked): boolean {
  const about = aboutOf(check, record);
  return about !== null && record.attributes[sureKey(check)] === about;
}

/** The checks whose values a person confirmed and has not changed since. */
export function sureOf(record: Checked): CheckName[] {
  return CHECKS.filter((check) => isSure(check, record));
}

/** Without what its person was sure of before the value changed. */
export function withoutOldSure(record: Checked): ObservationDraft['attributes'] {
  const old: ReadonlySet<string> = new Set(CHECKS.filter((check) => !isSure(check, record)).map(sureKey));
  return Object.fromEntries(Object.entries(record.attributes).filter(([name]) => !old.has(name)));
}
