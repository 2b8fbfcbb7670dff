import {
  type CountValue,
  groupField,
  listGroupFields,
  type GroupFieldName,
  initialValue,
  ObservationDraft,
  findRecordPart,
  RECORD_FIELD_NAMES,
  recordField,
  type RecordFieldName,
  recordParts,
  TAXON_GROUPS,
} from '@veld/contract';
import { pickDraft } from '../../../local/records/record-shape';
import type { LocalObservation } from '../../../shared/records/own';

/** What many records can be given at once: a field that does not depend on the taxon, date or place, or a field of their group. */
export type EditTarget = { field: RecordFieldName } | { attribute: GroupFieldName };

export type EditAction = 'set' | 'append' | 'clear';

export interface BulkEdit {
  target: EditTarget;
  action: EditAction;
  /** A count is set as a whole. */
  value: string | number | boolean | CountValue | null;
}

export interface PlannedChange {
  record: LocalObservation;
  before: ObservationDraft;
  after: ObservationDraft;
}

export interface EditPlan {
  changes: PlannedChange[];
  /** Records that have the value already. */
  unchanged: number;
  /** Records that would not be valid with it; they stay as they are. */
  invalid: number;
}

/** Taxon, date and place are facts of each record. */
const OWN_TO_EACH = new Set(['none', 'taxon', 'when', 'place']);

/** The fields that can be edited for all of these records, as the form declares them. */
export function editTargets(records: readonly LocalObservation[]): EditTarget[] {
  const fields = RECORD_FIELD_NAMES.filter((field) => !OWN_TO_EACH.has(recordField(field).control)).map((field) => ({ field }));
  const groups = new Set(records.map(({ taxon }) => TAXON_GROUPS.find((group) => group === taxon?.group) ?? null));
  const [first = [], ...others] = [...groups].map((group) => listGroupFields(group));
  const shared = first.filter((name) => others.every((names) => names.includes(name)));
  return [...fields, ...shared.map((attribute) => ({ attribute }))];
}

/** How the input of a target looks, and what can be done with it. */
export function targetFacts(target: EditTarget): { type: string; choices: readonly string[]; isLong: boolean; actions: EditAction[] } {
  if ('attribute' in target) {
    const { type, choices = [] } = groupField(target.attribute);
    return { type, choices, isLong: false, actions: ['set', 'clear'] };
  }
  const { type, choices = [], control, initial } = recordField(target.field);
  const isLong = control === 'long_text';
  return {
    type,
    choices,
    isLong,
    actions: ['set', ...(isLong ? ['append' as const] : []), ...(initial === undefined ? ['clear' as const] : [])],
  };
}

/** What an edit does to each record. Nothing is changed. */
export function planEdit(records: readonly LocalObservation[], edit: BulkEdit): EditPlan {
  const plan: EditPlan = { changes: [], unchanged: 0, invalid: 0 };
  for (const record of records) {
    const before = pickDraft(record);
    const after = edited(before, edit);
    if (isSameValue(before, after, edit.target)) plan.unchanged += 1;
    else if (ObservationDraft.safeParse(after).success) plan.changes.push({ record, before, after });
    else plan.invalid += 1;
  }
  return plan;
}

function edited(draft: ObservationDraft, { target, action, value }: BulkEdit): ObservationDraft {
  if ('attribute' in target) {
    const { [target.attribute]: _, ...others } = draft.attributes;
    return {
      ...draft,
      attributes: action === 'clear' || value === null || typeof value === 'object' ? others : { ...others, [target.attribute]: value },
    };
  }
  const { field } = target;
  const isCount = typeof value === 'object' && value !== null;
  // The other fields of a part qualify the old value: a maximum without a range, the end of a hidden time.
  const part = Object.fromEntries(recordParts[findRecordPart(field)].map((name) => [name, initialValue(name)]));
  if (action === 'clear') return { ...draft, ...part };
  if (isCount) return { ...draft, ...part, ...value };
  const old = draft[field];
  const next = action === 'append' && typeof old === 'string' && old.trim() !== '' ? `${old.trimEnd()}\n\n${value}` : value;
  return { ...draft, ...part, [field]: next };
}

/**
 * The current draft with the values that an edit replaced, or null if they were changed again since, so that undoing it does not
 * overwrite newer work.
 */
export function restored(current: ObservationDraft, { before, after }: PlannedChange, target: EditTarget): ObservationDraft | null {
  if (!isSameValue(current, after, target)) return null;
  if ('attribute' in target) {
    const { [target.attribute]: _, ...others } = current.attributes;
    const old = before.attributes[target.attribute];
    return { ...current, attributes: old === undefined ? others : { ...others, [target.attribute]: old } };
  }
  return { ...current, ...Object.fromEntries(recordParts[findRecordPart(target.field)].map((name) => [name, before[name]])) };
}

function isSameValue(one: ObservationDraft, other: ObservationDraft, target: EditTarget): boolean {
  if ('attribute' in target) return one.attributes[target.attribute] === other.attributes[target.attribute];
  return recordParts[findRecordPart(target.field)].every((name) => (one[name] ?? null) === (other[name] ?? null));
}
