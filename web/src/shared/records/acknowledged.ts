import { type CheckName, CHECKS, type ObservationDraft, acknowledgedKey } from '@veld/contract';

/** The fields that checks look at. */
export type Checked = Pick<
  ObservationDraft,
  'taxon_id' | 'observed_on' | 'observed_time' | 'latitude' | 'coordinate_uncertainty_m' | 'count' | 'count_max' | 'attributes'
>;

/** The value that a check is about, as text; an acknowledgement applies only to this value. Null if there is no value. */
export function checkedValue(check: CheckName, record: Checked): string | null {
  switch (check) {
    case 'future':
      return record.observed_on ? [record.observed_on, record.observed_time].filter(Boolean).join(' ') : null;
    case 'long_ago':
      return record.observed_on ?? null;
    case 'wide_place':
      return record.latitude == null || record.coordinate_uncertainty_m == null ? null : String(record.coordinate_uncertainty_m);
    case 'not_listed':
      return record.taxon_id ? String(record.taxon_id) : null;
    case 'unusual_month':
      return record.taxon_id && record.observed_on ? `${record.taxon_id} ${record.observed_on}` : null;
    case 'unusual_count':
      return record.count == null ? null : [record.count, record.count_max].filter((count) => count != null).join('-');
  }
}

export function isAcknowledged(check: CheckName, record: Checked): boolean {
  const about = checkedValue(check, record);
  return about !== null && record.attributes[acknowledgedKey(check)] === about;
}

/** The checks acknowledged for the current values. */
export function acknowledgedChecks(record: Checked): CheckName[] {
  return CHECKS.filter((check) => isAcknowledged(check, record));
}

/** The attributes without acknowledgements of values that have changed since. */
export function withoutStaleAcknowledgements(record: Checked): ObservationDraft['attributes'] {
  const old: ReadonlySet<string> = new Set(CHECKS.filter((check) => !isAcknowledged(check, record)).map(acknowledgedKey));
  return Object.fromEntries(Object.entries(record.attributes).filter(([name]) => !old.has(name)));
}
