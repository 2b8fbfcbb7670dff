import { ActionIcon, NativeSelect, NumberInput } from '@mantine/core';
import { COUNT_TYPES, countOfTable, isAbsence } from '@veld/contract';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../../ui/FieldError';
import type { Check } from '../checks/checks';
import type { ObserveForm } from '../use-observe-form';
import { FieldChecks } from '../checks/FieldChecks';
import shared from '../observe.module.css';
import classes from './CountField.module.css';
import { PinButton } from '../Pins';

const MAX_COUNT = 1_000_000_000;

interface Props {
  form: ObserveForm;
  checks: readonly Check[];
  errors: string[];
}

/** The count; empty means present. */
export function CountField({ form, checks, errors }: Props) {
  const { t } = useTranslation(['recording', 'observations']);
  const titleId = useId();
  const { count, count_max, count_type, attributes } = form.values;
  // The count table is more precise, so the count is edited there.
  const isSum = countOfTable(attributes) !== null;
  const set = (next: number | null) => form.change({ count: next });
  const step = (by: number) => {
    const next = (count ?? 0) + by;
    set(next < 1 && by < 0 ? null : Math.min(MAX_COUNT, next));
  };
  return (
    <section className={shared.section} aria-labelledby={titleId}>
      <div className={shared.titleLine}>
        <h2 className={shared.sectionTitle} id={titleId}>
          {t('observations:field.count')}
        </h2>
        <PinButton form={form} name="count" label={t('observations:field.count')} />
      </div>
      <div className={classes.stepper}>
        <ActionIcon
          variant="default"
          size="xl"
          aria-label={t('how_many.fewer')}
          disabled={count === null || isSum}
          onClick={() => step(-1)}
        >
          <IconMinus size={24} aria-hidden />
        </ActionIcon>
        <NumberInput
          className={classes.countInput}
          classNames={{ input: classes.countDigits }}
          size="lg"
          hideControls
          aria-labelledby={titleId}
          placeholder={t('how_many.present')}
          value={count ?? ''}
          readOnly={isSum}
          min={0}
          max={MAX_COUNT}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="strict"
          inputMode="numeric"
          onChange={(value) => set(value === '' ? null : Number(value))}
        />
        <ActionIcon variant="default" size="xl" aria-label={t('how_many.more')} disabled={isSum} onClick={() => step(1)}>
          <IconPlus size={24} aria-hidden />
        </ActionIcon>
      </div>
      {isAbsence({ count, count_max: count_type === 'range' ? count_max : null }) && (
        <p className={shared.hint}>{t('how_many.not_found')}</p>
      )}
      {isSum && <p className={shared.hint}>{t('table.sum')}</p>}
      {count !== null && !isSum && (
        <div className={count_type === 'range' ? shared.pair : undefined}>
          <NativeSelect
            label={t('observations:field.count_type')}
            data={COUNT_TYPES.map((type) => ({ value: type, label: t(`count_type.${type}`) }))}
            value={count_type ?? 'exact'}
            onChange={(event) => form.change({ count_type: COUNT_TYPES.find((type) => type === event.currentTarget.value) ?? 'exact' })}
          />
          {count_type === 'range' && (
            <NumberInput
              label={t('observations:field.count_max')}
              value={count_max ?? ''}
              max={MAX_COUNT}
              allowDecimal={false}
              allowNegative={false}
              // A maximum below the count is reported on save instead of being changed.
              clampBehavior="none"
              hideControls
              inputMode="numeric"
              onChange={(next) => form.change({ count_max: next === '' ? null : Number(next) })}
            />
          )}
        </div>
      )}
      <FieldChecks form={form} checks={checks} field="count" />
      <FieldError messages={errors} />
    </section>
  );
}
