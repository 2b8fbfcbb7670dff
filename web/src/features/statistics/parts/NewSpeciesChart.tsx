import { useTranslation } from 'react-i18next';
import { number, recordedDate } from '../../../i18n/format';
import { Plot } from '../../../ui/charts/Plot';
import { useLanguage } from '../../../shared/session/session';
import type { Figures } from '../data';
import { ChartSection } from './ChartSection';

/** Species found for the first time, by month. */
export function NewSpeciesChart({ newSpecies: { months, without } }: Pick<Figures, 'newSpecies'>) {
  const { t } = useTranslation(['statistics', 'common']);
  const language = useLanguage();
  const [first, last] = [months[0], months.at(-1)];
  if (!first || !last) return null;
  const most = Math.max(...months.map(({ count }) => count));
  return (
    <ChartSection
      title={t('new.title')}
      file="new-species"
      columns={[t('column.month'), t('column.new_species')]}
      rows={months.map(({ month, count }) => [month, count])}
      notes={[t('new.note'), without > 0 && t('new.without', { count: without })]}
    >
      <Plot
        label={t('new.title')}
        series={[{ kind: 'bars', values: months.map(({ count }) => count) }]}
        read={(at) => `${recordedDate(months[at]!.month, language)}: ${t('figure.new_of', { count: months[at]!.count })}`}
        start={months.findIndex(({ count }) => count === most)}
        top={number(most, language)}
        ticks={first === last ? [recordedDate(first.month, language)] : [first, last].map(({ month }) => recordedDate(month, language))}
        hasEnds
      />
    </ChartSection>
  );
}
