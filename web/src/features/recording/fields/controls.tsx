import { NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import {
  type AttributeValue,
  GEOPRIVACIES,
  LICENSES,
  listLifeStages,
  type PartName,
  partsIn,
  recordField,
  recordParts,
  type Section,
  type SpecialControl,
  type StandardControl as StandardName,
  todayIn,
} from '@veld/contract';
import { type ComponentType, useId } from 'react';
import { useNow } from '../../../device/use-now';
import { deviceTimeZone } from '../../../shared/geo/time-zone';
import { partLabel } from '../../../shared/records/field-labels';
import { useRecordTranslation, choiceLabel, licenseName } from '../../../shared/records/record-labels';
import { FieldError } from '../../../ui/FieldError';
import type { Check } from '../checks/checks';
import { CountField } from '../count/CountField';
import { blankField, type FormField } from '../form-values';
import { PinButton } from '../Pins';
import { PlaceField } from '../place/PlaceField';
import { TaxonField } from '../taxon/TaxonField';
import { TaxonRules } from '../../sensitive/TaxonRules';
import type { ObserveForm } from '../use-observe-form';
import { WhenField } from '../when/WhenField';
import { FieldFrame, FieldInput, type InputKind } from './FieldInput';
import checks from '../checks.module.css';
import shared from '../fields.module.css';
import classes from './controls.module.css';

const LICENSE_KEYS = { none: 'none', 'CC0-1.0': 'cc0', 'CC-BY-4.0': 'by', 'CC-BY-NC-4.0': 'by_nc' } as const;

type PlaceProps = Parameters<typeof PlaceField>[0];

/** What controls need besides the form. */
export interface ControlFacts extends Pick<PlaceProps, 'place' | 'photoPlace'> {
  checks: readonly Check[];
  /** The species of the record that was just saved; it is not suggested once more. */
  savedId?: number | undefined;
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
  taxon: ({ form, errors, facts }) => <TaxonField form={form} checks={facts.checks} errors={errors} savedId={facts.savedId} />,
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

/** Geoprivacy and its end date. */
export function Sharing({ form, errors }: { form: ObserveForm; errors: string[] }) {
  const t = useRecordTranslation('recording');
  const titleId = useId();
  const { geoprivacy, geoprivacy_until } = form.values;
  const now = useNow(60_000);
  // Warns about a mistyped year: a past date would publish the place at once.
  const isOver = geoprivacy_until !== '' && geoprivacy_until < todayIn(deviceTimeZone(), new Date(now));
  return (
    <div className={shared.wide} role="group" aria-labelledby={titleId}>
      <div className={shared.head}>
        <h3 className={shared.title} id={titleId}>
          {t('observations:field.geoprivacy')}
        </h3>
        <PinButton form={form} name="sharing" label={t('observations:field.geoprivacy')} />
      </div>
      <SegmentedControl
        fullWidth
        aria-labelledby={titleId}
        value={geoprivacy}
        onChange={(next) => form.change({ geoprivacy: GEOPRIVACIES.find((one) => one === next) ?? 'open' })}
        data={GEOPRIVACIES.map((one) => ({ value: one, label: t(`common:geoprivacy.${one}`) }))}
      />
      <p className={shared.hint}>{t(`common:geoprivacy.${geoprivacy}_hint`)}</p>
      {form.values.taxon && <TaxonRules taxonId={form.values.taxon.id} />}
      {geoprivacy !== 'open' && (
        <div className={classes.until}>
          <TextInput
            type="date"
            label={t('observations:field.geoprivacy_until')}
            value={geoprivacy_until}
            max="9999-12-31"
            onChange={(event) => form.change({ geoprivacy_until: event.currentTarget.value })}
          />
          <p className={shared.hint}>{t('recording:sharing.until_hint')}</p>
          <div className={checks.checks} aria-live="polite">
            {isOver && (
              <div className={checks.check}>
                <IconAlertTriangle size={20} aria-hidden />
                <p>{t('recording:sharing.until_over')}</p>
              </div>
            )}
          </div>
        </div>
      )}
      <FieldError messages={errors} />
    </div>
  );
}

function LicenseControl({ form, errors }: { form: ObserveForm; errors: string[] }) {
  const t = useRecordTranslation('recording');
  const licenseId = useId();
  const { license } = form.values;
  return (
    <div className={shared.wide}>
      <div className={shared.head}>
        <label className={shared.title} htmlFor={licenseId}>
          {t('observations:field.license')}
        </label>
        <PinButton form={form} name="license" label={t('observations:field.license')} />
      </div>
      <NativeSelect
        id={licenseId}
        value={license ?? ''}
        onChange={(event) => form.change({ license: LICENSES.find((one) => one === event.currentTarget.value) ?? null })}
        data={[{ value: '', label: t('observations:license.none') }, ...LICENSES.map((one) => ({ value: one, label: licenseName(one) }))]}
      />
      <p className={shared.hint}>{t(`observations:license.${LICENSE_KEYS[license ?? 'none']}_hint`)}</p>
      <FieldError messages={errors} />
    </div>
  );
}
