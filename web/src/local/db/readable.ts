import { type FieldType, RECORD_FIELD_NAMES, recordField } from '@veld/contract';
import type { LocalObservation } from './rows';

const isTyped: Partial<Record<FieldType, (value: unknown) => boolean>> = {
  taxon: Number.isFinite,
  number: Number.isFinite,
  boolean: (value) => typeof value === 'boolean',
};
const isText = (value: unknown) => typeof value === 'string';
const FIELD_CHECKS = RECORD_FIELD_NAMES.map((name) => [name, isTyped[recordField(name).type] ?? isText] as const);

/** Whether screens can rely on the row's shape. */
export function isReadable(row: LocalObservation): boolean {
  return (
    typeof row.id === 'string' &&
    Array.isArray(row.media) &&
    row.media.every((photo) => typeof photo === 'object' && photo !== null && typeof photo.id === 'string') &&
    FIELD_CHECKS.every(([name, isFitting]) => row[name] == null || isFitting(row[name])) &&
    (row.taxon == null || (typeof row.taxon === 'object' && typeof row.taxon.name === 'string')) &&
    typeof row.attributes === 'object' &&
    row.attributes !== null
  );
}
