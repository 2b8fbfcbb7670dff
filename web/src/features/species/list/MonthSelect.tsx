import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { monthName } from '../../../i18n/format';
import { useLanguage } from '../../../shared/session/session';
import { monthFrom } from '../../../shared/frequencies/month';

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
