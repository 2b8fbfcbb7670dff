import { useTranslation } from 'react-i18next';
import { BarList, type BarListItem } from '../../../ui/charts/BarList';
import { ChartSection } from './ChartSection';

interface Props {
  title: string;
  file: string;
  /** What a part is, as the heading of its column. */
  column: string;
  shares: readonly { name: string; label?: BarListItem['label']; records: number; species: number }[];
}

/** Parts shown as bars; the table has all. */
const SHOWN = 10;

/** Records and species by group, country or place, most records first. */
export function SharesChart({ title, file, column, shares }: Props) {
  const { t } = useTranslation(['statistics', 'common']);
  const textOf = (records: number, species: number) =>
    [t('common:count.records', { count: records }), t('common:count.species', { count: species })].join(' · ');
  const items = shares.slice(0, SHOWN).map(({ name, label, records, species }, index) => ({
    key: `${index} ${name}`,
    label: label ?? name,
    value: records,
    text: textOf(records, species),
  }));
  return (
    <ChartSection
      title={title}
      file={file}
      columns={[column, t('column.records'), t('column.species')]}
      rows={shares.map(({ name, records, species }) => [name, records, species])}
      notes={[shares.length > SHOWN && t('places.more', { count: shares.length - SHOWN })]}
    >
      <BarList label={title} items={items} />
    </ChartSection>
  );
}
