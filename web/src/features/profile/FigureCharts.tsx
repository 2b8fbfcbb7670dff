import { useTranslation } from 'react-i18next';
import { BarList } from '../../ui/charts/BarList';
import { SectionTitle } from '../../ui/SectionTitle';
import { MonthsChart } from '../species/data';
import type { GroupFigure } from './own-records';

interface Props {
  months: readonly number[];
  groups: readonly GroupFigure[];
  titles: { months: string; monthsOf: string };
}

/** Records by month of the year and by group. */
export function FigureCharts({ months, groups, titles }: Props) {
  const { t } = useTranslation(['profile', 'common']);
  const items = groups.map(({ group, observations, species }) => ({
    key: group,
    label: t(`common:group.${group}`),
    value: observations,
    text: [t('common:count.records', { count: observations }), t('common:count.species', { count: species })].join(' · '),
  }));
  return (
    <>
      <SectionTitle level={3}>{titles.months}</SectionTitle>
      <MonthsChart months={months} label={titles.monthsOf} />
      <SectionTitle level={3}>{t('figures.groups')}</SectionTitle>
      <BarList label={t('figures.groups')} items={items} />
    </>
  );
}
