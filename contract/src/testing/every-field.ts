import { GROUP_FIELD_NAMES, type GroupField, groupField, type AttributeValue } from '../group-fields.ts';
import { type FieldType, RECORD_FIELD_NAMES, type RecordField, recordField, type RecordValues } from '../attributes.ts';

/** Part of every text value made by `everyField`, and of nothing else. */
export const CANARY = 'canary-7f3a';

/** The key of an undeclared attribute. */
export const UNDECLARED = 'field_of_a_club';

export interface EveryField {
  record: RecordValues;
  attributes: Record<string, AttributeValue>;
}

/** Makes a value for a field that its schema accepts and, where the type allows, that no other field has. */
const SAMPLES: Record<FieldType, (name: string, at: number, field: Pick<RecordField, 'schema' | 'choices'>) => unknown> = {
  taxon: () => {
    throw new Error('The taxon is a parameter of everyField');
  },
  text: (name) => `${CANARY} ${name}`,
  number: (_, at, { schema }) => fitting(schema, [70_001 + at, 41.0713 + at, 10_001 + at]),
  boolean: () => true,
  choice: (_, __, { choices }) => choices?.at(-1),
  period: () => '2021-03-04',
  date: (_, at) => `2071-01-${String(at + 1).padStart(2, '0')}`,
  time: () => '04:17',
  zone: () => 'Pacific/Chatham',
  id: (_, at) => `7f3a7f3a-7f3a-47f3-8f3a-${String(at).padStart(12, '0')}`,
};

function fitting(schema: RecordField['schema'], candidates: readonly number[]): number {
  const found = candidates.find((value) => schema.safeParse(value).success);
  if (found === undefined) throw new Error('No sample fits the schema');
  return found;
}

/** A record with a value in every declared field, and with one undeclared attribute. */
export function everyField(taxonId: number): EveryField {
  const record: Record<string, unknown> = {};
  for (const [at, name] of RECORD_FIELD_NAMES.entries())
    record[name] = name === 'taxon_id' ? taxonId : SAMPLES[recordField(name).type](name, at, recordField(name));
  const attributes: Record<string, AttributeValue> = { [UNDECLARED]: `${CANARY} ${UNDECLARED}` };
  for (const [at, name] of GROUP_FIELD_NAMES.entries()) attributes[name] = sampleOf(name, at + RECORD_FIELD_NAMES.length, groupField(name));
  return { record: record as RecordValues, attributes };
}

function sampleOf(name: string, at: number, field: GroupField): AttributeValue {
  if (field.type !== 'number') return SAMPLES[field.type](name, at % 28, field) as AttributeValue;
  const { min, max, isWhole } = field.range!;
  const share = min + ((max - min) * (at % 97)) / 97;
  return isWhole ? Math.ceil(share) : Number(share.toFixed(4));
}

/** Whether a value of `everyField` is distinctive enough to search for in a response. */
export function isDistinctive(name: string, value: unknown): boolean {
  return typeof value === 'number'
    ? name !== 'taxon_id'
    : typeof value === 'string' && (value.includes(CANARY) || /2071|7f3a7f3a/.test(value));
}
