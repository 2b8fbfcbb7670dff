import {
  type AttributeValue,
  listLifeStages,
  type PartName,
  partsIn,
  recordField,
  recordParts,
  type Section,
  type SpecialControl,
  type StandardControl as StandardName,
} from '@veld/contract';
import { type ComponentType, useId } from 'react';
import { partLabel } from '../../../shared/records/field-labels';
import { useRecordTranslation } from '../../../shared/records/use-record-translation';
import { choiceLabel } from '../../../shared/records/value-labels';
import type { Check } from '../checks/checks';
import { CountField } from '../count/CountField';
import { LicenseControl, Sharing } from '../details/Sharing';
import { blankField, type FormField } from '../form-fields';
import { PlaceField } from '../place/PlaceField';
import { TaxonField } from '../taxon/TaxonField';
import type { ObserveForm } from '../use-observe-form';
import { WhenField } from '../when/WhenField';
import { FieldFrame } from './FieldFrame';
import { FieldInput, type InputKind } from './FieldInput';

type PlaceProps = Parameters<typeof PlaceField>[0];

/** What controls need besides the form. */
export interface ControlFacts extends Pick<PlaceProps, 'place' | 'photoPlace'> {
  checks: readonly Check[];
}

interface ControlProps {
  part: PartName;
  form: ObserveForm;
  errors: string[];
  facts: ControlFacts;
}

/** The component of each control that a declaration can name (contract/src/attributes.ts). */
const CONTROLS: Record<StandardName | SpecialControl, ComponentType<ControlProps>> = {
  text: StandardControl,
  long_text: StandardControl,
  number: StandardControl,
  toggle: StandardControl,
  choice: StandardControl,
  date: StandardControl,
  taxon: ({ form, errors, facts }) => <TaxonField form={form} checks={facts.checks} errors={errors} />,
  when: ({ form, errors, facts }) => <WhenField form={form} checks={facts.checks} errors={errors} />,
  place: ({ form, errors, facts }) => (
    <PlaceField form={form} place={facts.place} photoPlace={facts.photoPlace} checks={facts.checks} errors={errors} />
  ),
  count: ({ form, errors, facts }) => <CountField form={form} checks={facts.checks} errors={errors} />,
  life_stage: LifeStageControl,
  sharing: Sharing,
  license: LicenseControl,
};

interface Props {
  form: ObserveForm;
  sections: readonly Section[];
  errorsOf: (...fields: string[]) => string[];
  facts: ControlFacts;
}

/** The controls of the parts in the given sections, as declared. */
export function RecordFields({ form, sections, errorsOf, facts }: Props) {
  return partsIn(...sections).map((part) => {
    const { control } = recordField(recordParts[part][0]);
    if (control === 'none') return null;
    const Control = CONTROLS[control];
    return <Control key={part} part={part} form={form} facts={facts} errors={errorsOf(...recordParts[part])} />;
  });
}

interface StandardControlProps {
  part: PartName;
  form: ObserveForm;
  errors: string[];
}

/** The control of a part with a single field: the input of the field's type. */
function StandardControl({ part, form, errors, choices }: StandardControlProps & { choices?: readonly string[] }) {
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
function LifeStageControl(props: StandardControlProps) {
  const { taxon, life_stage } = props.form.values;
  const fitting = listLifeStages(taxon?.group ?? null);
  const stages = recordField('life_stage').choices!.filter((stage) => fitting.some((one) => one === stage) || stage === life_stage);
  return <StandardControl {...props} choices={stages} />;
}
