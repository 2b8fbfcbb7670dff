import { type AttributeValue, listLifeStages, type PartName, recordField, recordParts } from '@veld/contract';
import { useId } from 'react';
import { partLabel } from '../../../shared/records/field-labels';
import { useRecordTranslation } from '../../../shared/records/use-record-translation';
import { choiceLabel } from '../../../shared/records/value-labels';
import { blankField, type FormField } from '../form-fields';
import type { ObserveForm } from '../use-observe-form';
import { FieldFrame } from './FieldFrame';
import { FieldInput, type InputKind } from './FieldInput';

export interface StandardControlProps {
  part: PartName;
  form: ObserveForm;
  errors: string[];
}

/** The control of a part with a single field: the input of the field's type. */
export function StandardControl({ part, form, errors, choices }: StandardControlProps & { choices?: readonly string[] }) {
  const t = useRecordTranslation();
  const id = useId();
  const name = recordParts[part][0] as FormField;
  const field = recordField(name);
  const kind = field.type === 'choice' ? 'choice' : (field.control as InputKind);
  const set = (value: AttributeValue | null) => form.change({ [name]: value ?? blankField(name) });
  return (
    <FieldFrame
      id={id}
      form={form}
      label={partLabel(part, t)}
      pin={part}
      isWide={kind === 'long_text' || kind === 'text'}
      hint={field.others === 'never' ? t('observations:details.private_hint') : undefined}
      errors={errors}
    >
      <FieldInput
        id={id}
        kind={kind}
        value={form.values[name]}
        choices={(choices ?? field.choices ?? []).map((choice) => ({ value: choice, label: choiceLabel(name, choice, t) }))}
        onChange={set}
      />
    </FieldFrame>
  );
}

/** Life stages of the group, including one chosen for another group. */
export function LifeStageControl(props: StandardControlProps) {
  const { taxon, life_stage } = props.form.values;
  const fitting = listLifeStages(taxon?.group ?? null);
  const stages = recordField('life_stage').choices!.filter((stage) => fitting.some((one) => one === stage) || stage === life_stage);
  return <StandardControl {...props} choices={stages} />;
}
