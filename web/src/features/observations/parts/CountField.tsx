import { ActionIcon, NumberInput } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../../ui/FieldError';
import type { ObserveForm } from '../use-observe-form';
import classes from './observe.module.css';

const MOST = 1_000_000_000;

/** Empty means: it was there. */
export function CountField({ form, errors }: { form: ObserveForm; errors: string[] }) {
  const { t } = useTranslation('observations');
  const titleId = useId();
  const { count } = form.values;
  const set = (next: number | null) => form.change({ count: next });
  const step = (by: number) => {
    const next = (count ?? 0) + by;
    set(next < 1 && by < 0 ? null : Math.min(MOST, next));
  };
  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <h2 className={classes.sectionTitle} id={titleId}>
        {t('field.count')}
      </h2>
      <div className={classes.stepper}>
        <ActionIcon variant="default" size="xl" aria-label={t('how_many.fewer')} disabled={count === null} onClick={() => step(-1)}>
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
          min={0}
          max={MOST}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="strict"
          inputMode="numeric"
          onChange={(value) => set(value === '' ? null : Number(value))}
        />
        <ActionIcon variant="default" size="xl" aria-label={t('how_many.more')} onClick={() => step(1)}>
          <IconPlus size={24} aria-hidden />
        </ActionIcon>
      </div>
      <FieldError messages={errors} />
    </section>
  );
}
