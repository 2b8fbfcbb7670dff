import { Button, NativeSelect } from '@mantine/core';
import { type Period, PERIODS } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { recordedDate } from '../../../i18n/format';
import { useLanguage } from '../../../shared/session/session';
import { Binoculars } from '../../../ui/drawings/EmptyDrawings';
import { EmptyState } from '../../../ui/EmptyState';

interface Props {
  value: Period;
  /** The first day of the records shown, from a link; it takes the place of the period. */
  since?: string | null;
  onChange: (period: Period) => void;
  /** Where a screen has two of them. */
  label?: string;
}

/** The period of a list of records. */
export function PeriodSelect({ value, since = null, onChange, label }: Props) {
  const { t } = useTranslation(['species', 'common']);
  const language = useLanguage();
  return (
    <NativeSelect
      aria-label={label ?? t('filter.period')}
      value={since ?? value}
      onChange={(event) => onChange(PERIODS.find((one) => one === event.currentTarget.value) ?? 'all')}
      data={[
        ...(since ? [{ value: since, label: t('filter.since', { day: recordedDate(since, language) }) }] : []),
        ...PERIODS.map((one) => ({ value: one, label: t(`common:period.${one}`) })),
      ]}
    />
  );
}

/** In place of a list without records in the period. */
export function NoneInPeriod({ onAll }: { onAll: () => void }) {
  const { t } = useTranslation('species');
  return (
    <EmptyState
      drawing={<Binoculars />}
      sentence={t('filter.none')}
      action={
        <Button variant="default" onClick={onAll}>
          {t('filter.show_all')}
        </Button>
      }
    />
  );
}
