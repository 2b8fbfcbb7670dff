import { NativeSelect, Textarea } from '@mantine/core';
import { LIFE_STAGES, lifeStagesOf, SEXES, type TaxonGroup } from '@veld/contract';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../../ui/FieldError';
import type { FormValues } from '../form-values';
import type { ObserveForm } from '../use-observe-form';
import { CountTable } from '../count/CountTable';
import classes from './details.module.css';
import { GroupFields } from './GroupFields';
import { PinButton } from '../Pins';
import { useRecordTranslation } from '../../observations/RecordCards';
import { Sharing } from './Sharing';
import folded from '../observe.module.css';

/** What most records do without: folded, and open where something stands in it. */
export function DetailFields({ form, errorsOf }: { form: ObserveForm; errorsOf: (...fields: string[]) => string[] }) {
  const { t } = useTranslation(['recording', 'observations']);
  const [isOpen, setOpen] = useState(() => hasDetails(form.values));
  const group = form.values.taxon?.group ?? null;
  return (
    <details className={folded.details} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={folded.summary}>
        <span>{t('details.title')}</span>
        <IconChevronDown className={folded.chevron} size={22} aria-hidden />
      </summary>
      {isOpen && (
        <div className={classes.fields}>
          <StageAndSex form={form} group={group} errorsOf={errorsOf} />
          <CountTable form={form} group={group} />
          <GroupFields form={form} group={group} />
          <FieldError messages={errorsOf('attributes')} />
          <Words form={form} name="notes" errors={errorsOf('notes')} />
          <Words form={form} name="private_notes" errors={errorsOf('private_notes')} />
          <Sharing form={form} errors={errorsOf('geoprivacy_until')} />
        </div>
      )}
    </details>
  );
}

function hasDetails({ life_stage, sex, notes, private_notes, geoprivacy_until, attributes }: FormValues): boolean {
  return Boolean(life_stage || sex || notes || private_notes || geoprivacy_until || Object.keys(attributes).length > 0);
}

interface Part {
  form: ObserveForm;
  group: TaxonGroup | null;
  errorsOf: (...fields: string[]) => string[];
}

function StageAndSex({ form, group, errorsOf }: Part) {
  const t = useRecordTranslation('recording');
  const stageId = useId();
  const sexId = useId();
  const { life_stage, sex } = form.values;
  const fitting = lifeStagesOf(group);
  const stages = LIFE_STAGES.filter((stage) => fitting.includes(stage) || stage === life_stage);
  const none = { value: '', label: t('recording:details.not_said') };
  return (
    <>
      <div>
        <div className={classes.head}>
          <label className={classes.title} htmlFor={stageId}>
            {t('observations:field.life_stage')}
          </label>
          <PinButton form={form} name="life_stage" label={t('observations:field.life_stage')} />
        </div>
        <NativeSelect
          id={stageId}
          data={[none, ...stages.map((stage) => ({ value: stage, label: t(`common:stage.${stage}`) }))]}
          value={life_stage ?? ''}
          onChange={(event) => form.change({ life_stage: LIFE_STAGES.find((one) => one === event.currentTarget.value) ?? null })}
        />
        <FieldError messages={errorsOf('life_stage')} />
      </div>
      <div>
        <div className={classes.head}>
          <label className={classes.title} htmlFor={sexId}>
            {t('observations:field.sex')}
          </label>
          <PinButton form={form} name="sex" label={t('observations:field.sex')} />
        </div>
        <NativeSelect
          id={sexId}
          data={[none, ...SEXES.map((one) => ({ value: one, label: t(`common:sex.${one}`) }))]}
          value={sex ?? ''}
          onChange={(event) => form.change({ sex: SEXES.find((one) => one === event.currentTarget.value) ?? null })}
        />
        <FieldError messages={errorsOf('sex')} />
      </div>
    </>
  );
}

function Words({ form, name, errors }: { form: ObserveForm; name: 'notes' | 'private_notes'; errors: string[] }) {
  const t = useRecordTranslation('recording');
  const id = useId();
  const label = t(`observations:field.${name}`);
  return (
    <div className={classes.wide}>
      <div className={classes.head}>
        <label className={classes.title} htmlFor={id}>
          {label}
        </label>
        <PinButton form={form} name={name} label={label} />
      </div>
      {name === 'private_notes' && <p className={classes.hint}>{t('observations:details.private_hint')}</p>}
      <Textarea
        id={id}
        autosize
        minRows={2}
        maxRows={12}
        value={form.values[name]}
        onChange={(event) => form.change({ [name]: event.currentTarget.value })}
      />
      <FieldError messages={errors} />
    </div>
  );
}
