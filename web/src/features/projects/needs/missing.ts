import { findMissing, findProjectSpan, isDay, type MissingField, resolveInstant, type RequiredField } from '@veld/contract';
import type { KnownNeeds } from '../../../local/device/project-needs';
import type { FormValues } from '../../recording/form-values';

/** What the form has of what projects can need. */
export type FormFacts = Pick<
  FormValues,
  | 'date_kind'
  | 'day'
  | 'time'
  | 'time_zone'
  | 'count'
  | 'life_stage'
  | 'sex'
  | 'notes'
  | 'coordinate_uncertainty_m'
  | 'attributes'
  | 'media'
>;

export type FormLack = MissingField | 'no_time';

/** What a record of the form lacks in order to count for a project; null if it is not of the project's days. */
export function findLacks(needs: KnownNeeds, values: FormFacts): FormLack[] | null {
  const { date_kind, day, time, time_zone, media, coordinate_uncertainty_m } = values;
  if (date_kind !== 'day' || !isDay(day) || day < needs.start_on || day > needs.end_on) return null;
  const isPartDay = (day === needs.start_on && needs.start_time !== null) || (day === needs.end_on && needs.end_time !== null);
  if (isPartDay && time !== '') {
    const at = resolveInstant(day, time, time_zone ?? needs.time_zone);
    const { from, until } = findProjectSpan(needs);
    if (at < from || at >= until) return null;
  }
  const missing = findMissing(needs, {
    has_photo: media.length > 0,
    fields: listGiven(values),
    uncertainty_m: coordinate_uncertainty_m,
  });
  return isPartDay && time === '' ? ['no_time', ...missing] : missing;
}

function listGiven({ count, life_stage, sex, notes, attributes }: FormFacts): RequiredField[] {
  const cells = Object.keys(attributes ?? {}).flatMap(
    (key) => (/^n_(female|male|unknown)_([a-z]+)$/.exec(key)?.slice(1) as [string, string] | undefined) ?? [],
  );
  const sexes = cells.filter((_, at) => at % 2 === 0);
  const stages = cells.filter((_, at) => at % 2 === 1);
  const given: [RequiredField, boolean][] = [
    ['count', count != null || cells.length > 0],
    ['life_stage', life_stage != null || stages.some((stage) => stage !== 'unknown')],
    ['sex', sex != null || sexes.some((one) => one !== 'unknown')],
    ['notes', notes.trim() !== ''],
  ];
  return given.flatMap(([field, isGiven]) => (isGiven ? [field] : []));
}
