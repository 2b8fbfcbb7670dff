import { z } from 'zod/mini';

/** Fields of a record that organisers can require; `notes` is the comment of the observer. */
export const REQUIRED_FIELDS = ['count', 'life_stage', 'sex', 'notes'] as const;
export const RequiredField = z.enum(REQUIRED_FIELDS);
export type RequiredField = z.infer<typeof RequiredField>;

/** What a record needs in order to count for a project. */
export interface ProjectNeeds {
  photo_required: boolean;
  required_fields: readonly RequiredField[];
  /** The accuracy of the place in metres, at most; null for any. */
  max_uncertainty_m: number | null;
}

/** What a record has of it. */
export interface GivenFields {
  has_photo: boolean;
  fields: readonly RequiredField[];
  /** Null if it is not known. */
  uncertainty_m: number | null;
}

export const MISSING_FIELDS = ['no_photo', 'no_count', 'no_life_stage', 'no_sex', 'no_notes', 'no_accuracy'] as const;
export type MissingField = (typeof MISSING_FIELDS)[number];

/** What a record lacks of what a project needs: the same on the device that records it and on the server that counts it. */
export function findMissing(needs: ProjectNeeds, given: GivenFields): MissingField[] {
  const missing: MissingField[] = needs.required_fields
    .filter((field) => !given.fields.includes(field))
    .map((field) => `no_${field}` as const);
  if (needs.photo_required && !given.has_photo) missing.unshift('no_photo');
  const { max_uncertainty_m: most } = needs;
  if (most !== null && (given.uncertainty_m === null || given.uncertainty_m > most)) missing.push('no_accuracy');
  return missing;
}
