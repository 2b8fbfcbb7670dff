import { useTranslation } from 'react-i18next';
import { BarList } from '../../../ui/charts/BarList';
import type { Figures } from '../data';
import { ChartSection } from './ChartSection';

/** Records, species and new species of each year. */
export function YearsChart({ years: { years, without } }: Pick<Figures, 'years'>) {
  const { t } = useTranslation(['statistics', 'common']);
  if (years.length === 0) return null;
  const items = years.map(({ year, records, species, newSpecies }) => ({
    key: year,
    label: year,
    value: records,
    text: [
      t('common:count.records', { count: records }),
      t('common:count.species', { count: species }),
      t('figure.new_of', { count: newSpecies }),
    ].join(' · '),
  }));
  return (
    <ChartSection
      title={t('years.title')}
      file="years"
      columns={[t('column.year'), t('column.records'), t('column.species'), t('column.new_species'), t('column.days')]}
      rows={years.map(({ year, records, species, newSpecies, days }) => [year, records, species, newSpecies, days])}
      notes={[without > 0 && t('without.year', { count: without })]}
    >
      <BarList label={t('years.title')} items={items} />
    </ChartSection>
  );
}
