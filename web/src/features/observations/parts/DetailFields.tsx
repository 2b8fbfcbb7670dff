import { NativeSelect, NumberInput, SegmentedControl, Textarea } from '@mantine/core';
import { GEOPRIVACIES, LICENSES, recordFields, type RecordField } from '@veld/contract';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../../ui/FieldError';
import type { FormPatch, FormValues } from '../form-values';
import type { ObserveForm } from '../use-observe-form';
import { licenseName } from '../record-words';
import { useRecordWords } from './RecordCards';
import classes from './observe.module.css';

/** The declared fields that are a choice or a long text, in the order of their declaration. */
type DetailName = 'count_type' | 'life_stage' | 'sex' | 'notes' | 'private_notes';
const isDetail = (name: string): name is DetailName => ['count_type', 'life_stage', 'sex', 'notes', 'private_notes'].includes(name);
const DETAILS = (Object.entries(recordFields) as [string, RecordField][]).filter(
  ([name, { section, control }]) =>
    isDetail(name) && (section === 'how_many' || section === 'notes') && (control === 'choice' || control === 'long_text'),
) as [DetailName, RecordField][];

/** What most records do without: folded, and open where something stands in it. */
export function DetailFields({ form, errorsOf }: { form: ObserveForm; errorsOf: (field: string) => string[] }) {
  const { t } = useTranslation('observations');
  const [isOpen, setOpen] = useState(() => hasDetails(form.values));
  return (
    <details className={classes.details} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={classes.summary}>
        <span>{t('details.title')}</span>
        <IconChevronDown className={classes.chevron} size={22} aria-hidden />
      </summary>
      {isOpen && (
        <div className={classes.detailFields}>
          {DETAILS.map(([name, field]) => (
            <DeclaredField key={name} name={name} field={field} form={form} errors={errorsOf(name)} />
          ))}
          <Sharing form={form} />
        </div>
      )}
    </details>
  );
}

function hasDetails(values: FormValues): boolean {
  return Boolean(
    values.life_stage || values.sex || values.notes || values.private_notes || (values.count_type && values.count_type !== 'exact'),
  );
}

interface FieldProps {
  name: DetailName;
  field: RecordField;
  form: ObserveForm;
  errors: string[];
}

function DeclaredField({ name, field, form, errors }: FieldProps) {
  const t = useRecordWords();
  const value = form.values[name] ?? '';
  const set = (next: string | null) => form.change({ [name]: next } as FormPatch);
  if (field.control === 'long_text') {
    return (
      <div>
        <Textarea
          label={t(`observations:field.${name}`)}
          description={field.isPrivate ? t('observations:details.private_hint') : undefined}
          autosize
          minRows={2}
          maxRows={12}
          maxLength={10_000}
          value={value}
          onChange={(event) => set(event.currentTarget.value)}
        />
        <FieldError messages={errors} />
      </div>
    );
  }
  if (name === 'count_type' && form.values.count === null) return null;
  const words = (choice: string): string => {
    if (name === 'count_type') return t(`observations:count_type.${choice as 'exact'}`);
    return name === 'sex' ? t(`common:sex.${choice as 'female'}`) : t(`common:stage.${choice as 'egg'}`);
  };
  const choices = (field.choices ?? []).map((choice) => ({ value: choice, label: words(choice) }));
  const unknown = name === 'count_type' ? [] : [{ value: '', label: t('observations:details.not_said') }];
  return (
    <div>
      <NativeSelect
        label={t(`observations:field.${name}`)}
        data={[...unknown, ...choices]}
        value={name === 'count_type' ? value || 'exact' : value}
        onChange={(event) => set(event.currentTarget.value || null)}
      />
      {name === 'count_type' && form.values.count_type === 'range' && (
        <NumberInput
          className={classes.rangeEnd}
          label={t('observations:field.count_max')}
          value={form.values.count_max ?? ''}
          min={form.values.count ?? 0}
          allowDecimal={false}
          hideControls
          onChange={(next) => form.change({ count_max: next === '' ? null : Number(next) })}
        />
      )}
      <FieldError messages={errors} />
    </div>
  );
}

/** Who may see the place, and what others may do with the record; one sentence each. */
function Sharing({ form }: { form: ObserveForm }) {
  const t = useRecordWords();
  const titleId = useId();
  const { geoprivacy, license } = form.values;
  return (
    <>
      <div role="group" aria-labelledby={titleId}>
        <h3 className={classes.fieldTitle} id={titleId}>
          {t('observations:field.geoprivacy')}
        </h3>
        <SegmentedControl
          fullWidth
          aria-labelledby={titleId}
          value={geoprivacy}
          onChange={(next) => form.change({ geoprivacy: GEOPRIVACIES.find((one) => one === next) ?? 'open' })}
          data={GEOPRIVACIES.map((one) => ({ value: one, label: t(`common:geoprivacy.${one}`) }))}
        />
        <p className={classes.hint}>{t(`common:geoprivacy.${geoprivacy}_hint`)}</p>
      </div>
      <div>
        <NativeSelect
          label={t('observations:field.license')}
          value={license ?? ''}
          onChange={(event) => form.change({ license: LICENSES.find((one) => one === event.currentTarget.value) ?? null })}
          data={[{ value: '', label: t('observations:license.none') }, ...LICENSES.map((one) => ({ value: one, label: licenseName(one) }))]}
        />
        <p className={classes.hint}>{t(`observations:license.${LICENSE_KEYS[license ?? 'none']}_hint`)}</p>
      </div>
    </>
  );
}

const LICENSE_KEYS = { none: 'none', 'CC0-1.0': 'cc0', 'CC-BY-4.0': 'by', 'CC-BY-NC-4.0': 'by_nc' } as const;
