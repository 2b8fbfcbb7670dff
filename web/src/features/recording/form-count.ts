import type { CountValue } from '@veld/contract';
import type { TypedCount } from '../../shared/records/count/use-count-text';
import { attributePatch, type FormPatch, type FormValues } from './form-values';

/** The key of the count among the texts that are no counts; those of the count table have its keys. */
const COUNT = 'count';

/** The count of the form; null where none is stated. */
export function readFormCount({ count, count_max, count_type }: FormValues): CountValue | null {
  if (count == null) return null;
  // A count without a type, as records of other software have it, is exact.
  return { count, count_max: count_type === 'range' ? (count_max ?? null) : null, count_type: count_type ?? 'exact' };
}

/** What is typed in the input of the count, or of a cell of the table, and is no count; null where nothing is. */
export function readFormCountText({ count_texts = {} }: FormValues, key: string = COUNT): string | null {
  return count_texts[key] ?? null;
}

/** Whether anything is typed as a count and is none: the record is not saved without it. */
export function hasUnreadCount({ count_texts = {} }: Pick<FormValues, 'count_texts'>): boolean {
  return Object.keys(count_texts).length > 0;
}

/** The count as typed. */
export function countTextPatch(values: FormValues, { value, text }: TypedCount): FormPatch {
  const { count, count_max, count_type } = value ?? { count: null, count_max: null, count_type: 'exact' as const };
  return { count, count_max, count_type, count_texts: withText(values, COUNT, text) };
}

/** A cell of the count table as typed. The count is the sum of the cells, whatever was typed for it before. */
export function cellPatch(values: FormValues, key: string, { value, text }: TypedCount): FormPatch {
  const patch = attributePatch(values, key, value?.count ?? null);
  const count_texts = withText(values, key, text);
  return { ...patch, count_texts: patch.count === undefined ? count_texts : withText({ ...values, count_texts }, COUNT, null) };
}

/** The texts of a form after one of them changed. */
export function withText({ count_texts = {} }: FormValues, key: string, text: string | null): Record<string, string> {
  const { [key]: _, ...others } = count_texts;
  return text === null ? others : { ...others, [key]: text };
}
