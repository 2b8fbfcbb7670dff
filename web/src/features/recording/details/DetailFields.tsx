import { RECORD_FIELD_NAMES, recordField } from '@veld/contract';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useRecordTranslation } from '../../../shared/records/record-labels';
import { choiceLabel } from '../../../shared/records/record-labels';
import { FieldError } from '../../../ui/FieldError';
import { CountTable } from '../count/CountTable';
import { type ControlFacts, RecordFields } from '../fields/controls';
import { isFieldFilled } from '../form-parts';
import type { FormValues } from '../form-values';
import type { ObserveForm } from '../use-observe-form';
import { GroupFields } from './GroupFields';
import { useFold } from './use-fold';
import classes from './DetailFields.module.css';

interface Props {
  form: ObserveForm;
  errorsOf: (...fields: string[]) => string[];
  facts: ControlFacts;
}

/** All other fields, folded in groups. Open at first if one of them is filled in; else as the person left them. */
export function DetailFields({ form, errorsOf, facts }: Props) {
  const t = useRecordTranslation('recording');
  const [hadDetails] = useState(() => hasDetails(form.values));
  const [isOpen, setOpen] = useFold('more', { isInitial: false, isForced: hadDetails });
  const group = form.values.taxon?.group ?? null;
  return (
    <details className={classes.details} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={classes.summary}>
        <span className={classes.title}>{t('recording:details.more')}</span>
        <span className={classes.words}>
          <Summary values={form.values} />
        </span>
        <IconChevronDown className={classes.chevron} size={20} aria-hidden />
      </summary>
      {isOpen && (
        <>
          <Group name="details" title={t('recording:details.observation')}>
            <RecordFields form={form} sections={['details']} errorsOf={errorsOf} facts={facts} />
            <CountTable form={form} group={group} />
            <GroupFields form={form} group={group} />
            <FieldError messages={errorsOf('attributes')} />
          </Group>
          <Group name="notes" title={t('observations:field.notes')}>
            <RecordFields form={form} sections={['notes']} errorsOf={errorsOf} facts={facts} />
          </Group>
          <Group name="sharing" title={t('recording:details.sharing')}>
            <RecordFields form={form} sections={['sharing', 'links']} errorsOf={errorsOf} facts={facts} />
          </Group>
        </>
      )}
    </details>
  );
}

/** Fields that belong together. The groups are open at first: whoever opens "More" looks for one of them. */
function Group({ name, title, children }: { name: string; title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useFold(name, { isInitial: true });
  return (
    <details className={classes.group} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={classes.groupTitle}>
        {title}
        <IconChevronDown className={classes.chevron} size={18} aria-hidden />
      </summary>
      {/* In the page also while it is folded, so that a search of the browser finds it. */}
      <div className={classes.fields}>{children}</div>
    </details>
  );
}

/** What is filled in; or what there is to fill in. */
function Summary({ values }: { values: FormValues }) {
  const t = useRecordTranslation('recording');
  const { uncertain, life_stage, sex, notes, private_notes, geoprivacy, attributes } = values;
  const filled = [
    uncertain && t('observations:field.uncertain'),
    life_stage && choiceLabel('life_stage', life_stage, t),
    sex && choiceLabel('sex', sex, t),
    notes && t('observations:field.notes'),
    private_notes && t('observations:field.private_notes'),
    geoprivacy !== 'open' && t(`common:geoprivacy.${geoprivacy}`),
  ].filter((one) => typeof one === 'string' && one !== '');
  const more = Object.keys(attributes).filter((name) => !name.startsWith('sure_')).length;
  if (more > 0) filled.push(`+${more}`);
  return filled.length > 0 ? filled.join(' · ') : t('recording:details.title');
}

const COLLAPSED = RECORD_FIELD_NAMES.filter((name) => ['details', 'notes', 'sharing'].includes(recordField(name).section));

function hasDetails(values: FormValues): boolean {
  return values.uncertain || COLLAPSED.some((name) => isFieldFilled(values, name)) || Object.keys(values.attributes).length > 0;
}
