import { ActionIcon, Input } from '@mantine/core';
import { countOfTable, isAbsence, MAX_COUNT, type CountValue } from '@veld/contract';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useId } from 'react';
import { CountKeys } from '../../../shared/records/count/CountInput';
import { type TypedCount, useCountText } from '../../../shared/records/count/use-count-text';
import { formatCount, useRecordTranslation } from '../../../shared/records/record-labels';
import { FieldError } from '../../../ui/FieldError';
import type { Check } from '../checks/checks';
import { countTextPatch, readFormCount, readFormCountText } from '../form-count';
import type { ObserveForm } from '../use-observe-form';
import { FieldChecks } from '../checks/FieldChecks';
import shared from '../observe.module.css';
import classes from './CountField.module.css';
import { PinButton } from '../Pins';

interface Props {
  form: ObserveForm;
  checks: readonly Check[];
  errors: string[];
}

/** The count; empty means present. What is typed is read by `readCount`, and stays as it is where it is no count. */
export function CountField({ form, checks, errors }: Props) {
  const t = useRecordTranslation('recording');
  const titleId = useId();
  const { values } = form;
  const value = readFormCount(values);
  const text = readFormCountText(values);
  // The count table is more precise, so the count is edited there.
  const isSum = countOfTable(values.attributes) !== null;
  const set = (typed: TypedCount) => form.change((now) => countTextPatch(now, typed));
  const { inputProps, hasFocus, press, message, errorId } = useCountText({ value, text, onCount: set });
  const step = (by: number) => set({ value: stepped(value, by), text: null });
  // A range has no number that one more could be added to.
  const isFixed = isSum || value?.count_type === 'range';
  const words = value === null || value.count_type === 'exact' ? null : formatCount(value, t);
  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <div className={classes.stepper}>
        <h2 className={classes.title} id={titleId}>
          {t('observations:field.count')}
        </h2>
        <ActionIcon
          variant="default"
          size="xl"
          aria-label={t('recording:how_many.fewer')}
          disabled={value === null || isFixed}
          onClick={() => step(-1)}
        >
          <IconMinus size={24} aria-hidden />
        </ActionIcon>
        <Input
          className={classes.countInput}
          // The reason is below the whole row.
          withAria={false}
          classNames={{ input: classes.countDigits }}
          size="lg"
          aria-labelledby={titleId}
          placeholder={t('recording:how_many.present')}
          readOnly={isSum}
          {...inputProps}
          error={message !== null}
        />
        <ActionIcon variant="default" size="xl" aria-label={t('recording:how_many.more')} disabled={isFixed} onClick={() => step(1)}>
          <IconPlus size={24} aria-hidden />
        </ActionIcon>
        <span className={classes.words}>{words}</span>
        <PinButton form={form} name="count" label={t('observations:field.count')} />
      </div>
      {hasFocus && !isSum && (
        <div className={classes.keys}>
          <CountKeys onPress={press} />
        </div>
      )}
      {isAbsence({ count: value?.count, count_max: value?.count_max }) && (
        <p className={shared.hint}>{t('recording:how_many.not_found')}</p>
      )}
      {isSum && <p className={shared.hint}>{t('recording:table.sum')}</p>}
      <FieldError id={errorId} messages={message} />
      <FieldChecks form={form} checks={checks} field="count" />
      <FieldError messages={message === null ? errors : []} />
    </section>
  );
}

/** One more or fewer; no count below one, because 0 says that the species was looked for and not found. */
function stepped(value: CountValue | null, by: number): CountValue | null {
  const next = (value?.count ?? 0) + by;
  if (next < 1 && by < 0) return null;
  return { count: Math.min(MAX_COUNT, next), count_max: null, count_type: value?.count_type ?? 'exact' };
}
