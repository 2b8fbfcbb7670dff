import { RECORD_FIELD_NAMES, recordField } from '@veld/contract';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../../ui/FieldError';
import { CountTable } from '../count/CountTable';
import { type ControlFacts, RecordFields } from '../fields/controls';
import { isFieldFilled } from '../form-parts';
import type { FormValues } from '../form-values';
import type { ObserveForm } from '../use-observe-form';
import { GroupFields } from './GroupFields';
import classes from './DetailFields.module.css';

interface Props {
  form: ObserveForm;
  errorsOf: (...fields: string[]) => string[];
  facts: ControlFacts;
}

/** Optional fields, collapsed unless one is filled in. */
export function DetailFields({ form, errorsOf, facts }: Props) {
  const { t } = useTranslation(['recording', 'observations']);
  const [isOpen, setOpen] = useState(() => hasDetails(form.values));
  const group = form.values.taxon?.group ?? null;
  return (
    <details className={classes.details} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={classes.summary}>
        <span>{t('details.title')}</span>
        <IconChevronDown className={classes.chevron} size={22} aria-hidden />
      </summary>
      {isOpen && (
        <div className={classes.fields}>
          <RecordFields form={form} sections={['details']} errorsOf={errorsOf} facts={facts} />
          <CountTable form={form} group={group} />
          <GroupFields form={form} group={group} />
          <FieldError messages={errorsOf('attributes')} />
          <RecordFields form={form} sections={['notes', 'sharing', 'links']} errorsOf={errorsOf} facts={facts} />
        </div>
      )}
    </details>
  );
}

const COLLAPSED = RECORD_FIELD_NAMES.filter((name) => ['details', 'notes', 'sharing'].includes(recordField(name).section));

function hasDetails(values: FormValues): boolean {
  return COLLAPSED.some((name) => isFieldFilled(values, name)) || Object.keys(values.attributes).length > 0;
}
