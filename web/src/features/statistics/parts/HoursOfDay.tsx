import { useTranslation } from 'react-i18next';
import { clockTime, number } from '../../../i18n/format';
import { Plot } from '../../../ui/charts/Plot';
import { useLanguage } from '../../../shared/session/session';
import type { Figures } from '../data';
import { ChartSection } from './ChartSection';

const TICKS = [0, 6, 12, 18];

/** Records by hour of the day, in local time of their places. */
export function HoursOfDay({ hours: { counts, without } }: Pick<Figures, 'hours'>) {
  const { t } = useTranslation(['statistics', 'common']);
  const language = useLanguage();
  const most = Math.max(...counts);
  const startOf = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
  const nameOf = (hour: number) => `${clockTime(startOf(hour), language)} – ${clockTime(startOf((hour + 1) % 24), language)}`;
  return (
    <ChartSection
      title={t('hours.title')}
      file="hours"
      columns={[t('column.hour'), t('column.records')]}
      rows={counts.map((count, hour) => [startOf(hour), count])}
      notes={[t('hours.note'), without > 0 && t('without.time', { count: without })]}
    >
      <Plot
        label={t('hours.title')}
        series={[{ kind: 'bars', values: counts }]}
        read={(hour) => `${nameOf(hour)}: ${t('common:count.records', { count: counts[hour]! })}`}
        start={counts.indexOf(most)}
        top={number(most, language)}
        ticks={TICKS.map((hour) => clockTime(startOf(hour), language))}
      />
    </ChartSection>
  );
}
