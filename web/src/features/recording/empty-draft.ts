import { PART_NAMES, type PartName } from '@veld/contract';
import type { LocalDraft } from '../../local/db/rows';
import { isPartFilled } from './form-parts';
import type { FormValues } from './form-values';

/** Filled in by the device or by preferences; when the person fills them in, the values say so. */
const GIVEN: readonly PartName[] = ['when', 'place', 'sharing', 'license'];

/** Whether the person has entered nothing in a draft, or removed it again. A draft of the photo board is none. */
export function isEmptyDraft({ values: stored, observation_id: edited }: LocalDraft): boolean {
  const values = stored as unknown as FormValues;
  if (edited !== null || values.batch || (values.media?.length ?? 0) > 0) return false;
  const texts = [values.taxon_text, values.place_text, ...Object.values(values.count_texts ?? {})].filter((text) => text?.trim());
  const attributes = Object.keys(values.attributes ?? {});
  if (texts.length > 0 || attributes.length > 0 || values.when_by === 'person' || values.place_by === 'person') return false;
  return !PART_NAMES.some((part) => !GIVEN.includes(part) && isPartFilled(values, part));
}
