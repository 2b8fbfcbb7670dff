import { NativeSelect } from '@mantine/core';
import type { StatusFilter } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { monthName } from '../../../i18n/format';
import { monthFrom } from '../../../shared/frequencies/data';
import { useLanguage } from '../../../shared/session/session';
import { type ListStatus, statusFrom } from './use-status-filter';

const MONTHS = Array.from({ length: 12 }, (_, at) => at + 1);

/** The month whose lists the order follows; null for now. */
export function MonthSelect({ value, onChange }: { value: number | null; onChange: (month: number | null) => void }) {
  const { t } = useTranslation('species');
  const language = useLanguage();
  return (
    <NativeSelect
      aria-label={t('order.month')}
      value={value ?? ''}
      onChange={(event) => onChange(monthFrom(event.currentTarget.value))}
      data={[
        { value: '', label: t('order.this_month') },
        ...MONTHS.map((month) => ({ value: String(month), label: monthName(month, language) })),
      ]}
    />
  );
}

interface Props {
  filter: ListStatus;
  onChange: (status: StatusFilter | null) => void;
}

/** Selects one status or any; nothing where there is no choice. */
export function StatusSelect({ filter, onChange }: Props) {
  const { t } = useTranslation('species');
  if (filter.choices.length === 0) return null;
  return (
    <NativeSelect
      aria-label={t('status.filter')}
      value={filter.status ?? ''}
      onChange={(event) => onChange(statusFrom(event.currentTarget.value))}
      data={[{ value: '', label: t('status.any') }, ...filter.choices.map((one) => ({ value: one, label: t(`status.${one}`) }))]}
    />
  );
}
