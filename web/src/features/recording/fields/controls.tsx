import {
  type PartName,
  partsIn,
  recordField,
  recordParts,
  type Section,
  type SpecialControl,
  type StandardControl as StandardName,
} from '@veld/contract';
import type { ComponentType } from 'react';
import type { Check } from '../checks/checks';
import { CountField } from '../count/CountField';
import { LicenseControl, Sharing } from '../details/Sharing';
import { PlaceField } from '../place/PlaceField';
import { TaxonField } from '../taxon/TaxonField';
import type { ObserveForm } from '../use-observe-form';
import { WhenField } from '../when/WhenField';
import { LifeStageControl, StandardControl } from './StandardControl';

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
