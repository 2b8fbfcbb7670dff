import {
  type AttributeValue,
  GROUP_FIELD_NAMES,
  groupField,
  type GroupField,
  type GroupFieldName,
  listGroupFields,
  isAttributeValue,
  type TaxonGroup,
} from '@veld/contract';
import { useId } from 'react';
import { attributePatch } from '../form-values';
import { groupChoiceLabel } from '../../../shared/records/group-labels';
import classes from '../fields.module.css';
import { FieldFrame } from '../fields/FieldFrame';
import { FieldInput, type InputKind } from '../fields/FieldInput';
import type { ObserveForm } from '../use-observe-form';
import { useRecordTranslation } from '../../../shared/records/record-labels';

/** Up to this many choices are shown as chips. */
const CHIPS = 4;
/** A select with a longer option takes the full width. */
const WIDE_TEXT = 40;

/** How sure the person is of the species. Doubts are said once, and are also the record's mark of an uncertain name. */
const CERTAINTY = 'certainty' satisfies GroupFieldName;
const DOUBTFUL = 'doubtful';

/** The fields of this taxon group. Filled-in fields of another group stay visible. */
export function GroupFields({ form, group }: { form: ObserveForm; group: TaxonGroup | null }) {
  const { attributes, uncertain } = form.values;
  const asked = new Set(listGroupFields(group));
  const names = GROUP_FIELD_NAMES.filter((name) => asked.has(name) || attributes[name] != null || (name === CERTAINTY && uncertain));
  return names.map((name) => <OneField key={name} name={name} form={form} isOther={group !== null && !asked.has(name)} />);
}

function OneField({ name, form, isOther }: { name: GroupFieldName; form: ObserveForm; isOther: boolean }) {
  const t = useRecordTranslation('recording');
  const id = useId();
  const field = groupField(name);
  const { attributes, uncertain } = form.values;
  const isCertainty = name === CERTAINTY;
  const stored = attributes[name] ?? (isCertainty && uncertain ? DOUBTFUL : undefined);
  const value = isAttributeValue(stored) ? stored : null;
  const choices = useChoices(name, field, value);
  const kind = kindOf(field, choices.length);
  const set = (next: AttributeValue | null) =>
    form.change((values) => ({ ...attributePatch(values, name, next), ...(isCertainty ? { uncertain: next === DOUBTFUL } : {}) }));
  const isWide = kind === 'chips' || kind === 'text' || choices.some(({ label }) => label.length > WIDE_TEXT);
  return (
    <FieldFrame
      id={id}
      form={form}
      label={t(`observations:attribute.${name}`)}
      pin={`attribute:${name}`}
      isWide={isWide}
      isGroup={kind === 'chips'}
    >
      <FieldInput
        id={id}
        kind={kind}
        value={value}
        choices={choices}
        unit={field.unit}
        isWhole={field.range?.isWhole ?? false}
        maxLength={200}
        onChange={set}
      />
      {isOther && <p className={classes.hint}>{t('recording:details.other_group')}</p>}
    </FieldFrame>
  );
}

function kindOf({ type }: GroupField, choices: number): InputKind {
  if (type === 'boolean') return 'chips';
  return type === 'choice' && choices <= CHIPS ? 'chips' : type;
}

/** The choices of a field, including a stored one from a newer version of the app. */
function useChoices(name: GroupFieldName, { type, choices = [] }: GroupField, value: AttributeValue | null) {
  const t = useRecordTranslation();
  if (type === 'boolean')
    return [
      { value: true, label: t('observations:answer.yes') },
      { value: false, label: t('observations:answer.no') },
    ];
  if (type !== 'choice') return [];
  const stored = typeof value === 'string' && value !== '' && !choices.includes(value) ? [value] : [];
  return [...choices, ...stored].map((choice) => ({ value: choice, label: groupChoiceLabel(name, choice, t) }));
}
