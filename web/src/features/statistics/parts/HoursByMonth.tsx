import { useTranslation } from 'react-i18next';
import { clockTime, monthName } from '../../../i18n/format';
import { HeatGrid } from '../../../ui/charts/HeatGrid';
import { useLanguage } from '../../../shared/session/session';
import type { Figures } from '../data';
import { ChartSection } from './ChartSection';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** Hours are named every so often: all of them need more width than a phone has. */
const EVERY = 6;
const startOf = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

/** Records by hour of the day in each month of the year, in local time of their places; nothing without a time of day. */
export function HoursByMonth({ hoursByMonth: { months, without } }: Pick<Figures, 'hoursByMonth'>) {
  const { t } = useTranslation(['statistics', 'common']);
  const language = useLanguage();
  if (months.every((hours) => hours.every((count) => count === 0))) return null;
  const nameOf = (month: number, style?: 'short') => monthName(month + 1, language, style);
  return (
    <ChartSection
      title={t('hours_by_month.title')}
      file="hours-by-month"
      columns={[t('column.hour'), ...months.map((_, month) => nameOf(month))]}
      rows={HOURS.map((hour) => [startOf(hour), ...months.map((hours) => hours[hour]!)])}
      notes={[t('hours.note'), without > 0 && t('without.time', { count: without })]}
      isWide
    >
      <HeatGrid
        label={t('hours_by_month.title')}
        rows={months.map((values, month) => ({ name: nameOf(month, 'short'), values }))}
        columns={HOURS.map((hour) => (hour % EVERY === 0 ? String(hour) : ''))}
        read={(month, hour) =>
          `${nameOf(month)}, ${clockTime(startOf(hour), language)} – ${clockTime(startOf((hour + 1) % 24), language)}: ${t('common:count.records', { count: months[month]![hour]! })}`
        }
      />
    </ChartSection>
  );
}
