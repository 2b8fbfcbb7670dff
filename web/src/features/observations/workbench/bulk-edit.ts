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
  type TaxonSummary,
} from '@veld/contract';
import { pickDraft } from '../../../local/records/record-shape';
import { deviceTimeZone, wallClock } from '../../../shared/geo/time-zone';
import { withoutStaleAcknowledgements } from '../../../shared/records/acknowledged';
import type { LocalObservation } from '../../../shared/records/own';

/** What many records can be given at once: a field (species, date and place by the first of theirs), or a field of their group. */
export type EditTarget = { field: RecordFieldName } | { attribute: GroupFieldName };

export type EditAction = 'set' | 'append' | 'clear';

export interface BulkEdit {
  target: EditTarget;
  action: EditAction;
  /** Species, date, place and count are set as a whole. */
  value: string | number | boolean | CountValue | PartOfDraft | null;
  /** The species that is set, with its names. */
  taxon?: TaxonSummary | null;
}

type PartOfDraft = Partial<Omit<ObservationDraft, 'media' | 'attributes'>>;

/** The time zone of a place; null where it is not known. */
export type ZoneOf = (latitude: number, longitude: number) => string | null;

export interface PlannedChange {
  record: LocalObservation;
  /** What the edit was about. */
  targets: readonly EditTarget[];
  before: ObservationDraft;
  after: ObservationDraft;
  /** The new species; absent where the species stays. */
  taxon?: TaxonSummary | null;
  /** The new place lies in a private zone of the person, so that saving it hid the record, which undoing shows again. */
  isHidden?: boolean;
}

export interface EditPlan {
  changes: PlannedChange[];
  /** Records that have the value already. */
  unchanged: number;
  /** Records that would not be valid with it; they stay as they are. */
  invalid: number;
  /** Records with details that a species of another group cannot have; they stay as they are. */
  otherGroup: number;
  /** Records whose place would have a later day in the calendar than today; they stay as they are. */
  future: number;
}

/** The fields that can be edited for all of these records, as the form declares them. */
export function editTargets(records: readonly LocalObservation[]): EditTarget[] {
  const fields = RECORD_FIELD_NAMES.filter((field) => recordField(field).control !== 'none').map((field) => ({ field }));
  const groups = new Set(records.map(({ taxon }) => groupOf(taxon)));
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

/** Why an edit leaves a record as it is: see `EditPlan`. */
export type EditFault = 'invalid' | 'otherGroup' | 'future';

/** What an edit does to each record. Nothing is changed. `zoneOf`: for the time zone of a date that had none, and of a new place. */
export function planEdit(records: readonly LocalObservation[], edit: BulkEdit, zoneOf: ZoneOf = () => null): EditPlan {
  const plan: EditPlan = { changes: [], unchanged: 0, invalid: 0, otherGroup: 0, future: 0 };
  for (const record of records) {
    const planned = planRecord(record, [edit], zoneOf);
    if (typeof planned === 'string') plan[planned] += 1;
    else plan.changes.push(planned);
  }
  return plan;
}

/** What edits together do to a record: the change, or why there is none. */
export function planRecord(
  record: LocalObservation,
  edits: readonly BulkEdit[],
  zoneOf: ZoneOf = () => null,
): PlannedChange | 'unchanged' | EditFault {
  const before = pickDraft(record);
  const after = edits.reduce((draft, edit) => edited(draft, edit, zoneOf), before);
  const ofTaxon = edits.find(({ target }) => 'field' in target && target.field === 'taxon_id');
  if (edits.every(({ target }) => isSameValue(before, after, target))) return 'unchanged';
  if (ofTaxon && hasForeignDetails(record, ofTaxon.taxon ?? null)) return 'otherGroup';
  if (isFuture(before, after)) return 'future';
  if (!ObservationDraft.safeParse(after).success) return 'invalid';
  const targets = edits.map(({ target }) => target);
  return { record, targets, before, after, ...(ofTaxon ? { taxon: ofTaxon.taxon ?? null } : {}) };
}

const groupOf = (taxon: { group: string } | null | undefined) => TAXON_GROUPS.find((group) => group === taxon?.group) ?? null;

/** Whether a record has details that its group has and that of another species lacks. */
function hasForeignDetails({ taxon, attributes }: LocalObservation, next: TaxonSummary | null): boolean {
  const kept = new Set<string>(listGroupFields(groupOf(next)));
  return listGroupFields(groupOf(taxon)).some((name) => attributes[name] !== undefined && !kept.has(name));
}

function isFuture(before: ObservationDraft, { observed_on, time_zone }: ObservationDraft): boolean {
  return (
    observed_on != null && observed_on !== before.observed_on && observed_on > wallClock(time_zone ?? deviceTimeZone(), new Date()).day
  );
}

function edited(draft: ObservationDraft, edit: BulkEdit, zoneOf: ZoneOf): ObservationDraft {
  const after = withValue(draft, edit, zoneOf);
  // An acknowledgement applies only to the value it was given for.
  return { ...after, attributes: withoutStaleAcknowledgements(after) };
}

function withValue(draft: ObservationDraft, { target, action, value }: BulkEdit, zoneOf: ZoneOf): ObservationDraft {
  if ('attribute' in target) {
    const { [target.attribute]: _, ...others } = draft.attributes;
    return {
      ...draft,
      attributes: action === 'clear' || value === null || typeof value === 'object' ? others : { ...others, [target.attribute]: value },
    };
  }
  const { field } = target;
  // The other fields of a part qualify the old value: a maximum without a range, the end of a hidden time.
  const part = Object.fromEntries(recordParts[findRecordPart(field)].map((name) => [name, initialValue(name)]));
  if (action === 'clear') return { ...draft, ...part };
  if (typeof value === 'object' && value !== null) {
    const next: ObservationDraft = { ...draft, ...part, ...value };
    // A day keeps the time of each record, unless one was given, or none.
    if (field === 'observed_on')
      return {
        ...next,
        observed_time: Object.hasOwn(value, 'observed_time') ? next.observed_time : draft.observed_time,
        time_zone: draft.time_zone ?? zoneAt(draft, zoneOf),
      };
    // The clock of the record is that of its place, whose time zone may be another.
    if (field === 'latitude' && draft.observed_on != null) return { ...next, time_zone: zoneAt(next, zoneOf) ?? draft.time_zone };
    return next;
  }
  const old = draft[field];
  const next = action === 'append' && typeof old === 'string' && old.trim() !== '' ? `${old.trimEnd()}\n\n${value}` : value;
  return { ...draft, ...part, [field]: next };
}

/** Whether an edit needs the time zone of a place. */
export const needsZone = ({ target }: BulkEdit): boolean =>
  'field' in target && (target.field === 'observed_on' || target.field === 'latitude');

function zoneAt({ latitude, longitude }: ObservationDraft, zoneOf: ZoneOf): string | null {
  return latitude == null || longitude == null ? null : zoneOf(latitude, longitude);
}

/** The fields that an edit of a field may change. */
function fieldsWith(field: RecordFieldName): readonly RecordFieldName[] {
  const part = recordParts[findRecordPart(field)];
  return field === 'latitude' ? [...part, 'time_zone'] : part;
}

/**
 * The current draft with the values that an edit replaced, except those that were changed again since, so that undoing it does not
 * overwrite newer work. Null if all were.
 */
export function restored(current: ObservationDraft, change: PlannedChange): ObservationDraft | null {
  const { before, after, targets } = change;
  const undone = targets.filter((target) => !isSameValue(before, after, target) && isSameValue(current, after, target));
  return undone.length === 0 ? null : undone.reduce((draft, target) => withFormer(draft, change, target), current);
}

function withFormer(current: ObservationDraft, { before, isHidden = false }: PlannedChange, target: EditTarget): ObservationDraft {
  if ('attribute' in target) {
    const { [target.attribute]: _, ...others } = current.attributes;
    const old = before.attributes[target.attribute];
    return { ...current, attributes: old === undefined ? others : { ...others, [target.attribute]: old } };
  }
  const fields = Object.fromEntries(fieldsWith(target.field).map((name) => [name, before[name]]));
  const shown = isHidden && current.geoprivacy === 'obscured' ? { geoprivacy: before.geoprivacy } : {};
  return { ...current, ...fields, ...shown };
}

function isSameValue(one: ObservationDraft, other: ObservationDraft, target: EditTarget): boolean {
  if ('attribute' in target) return one.attributes[target.attribute] === other.attributes[target.attribute];
  return fieldsWith(target.field).every((name) => (one[name] ?? null) === (other[name] ?? null));
}
