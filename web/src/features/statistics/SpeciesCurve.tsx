import { SegmentedControl } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { number, recordedDate } from '../../i18n/format';
import { Plot } from '../../ui/charts/Plot';
import { useAddressFilter } from '../../ui/use-address-filter';
import { useLanguage } from '../../shared/session/session';
import { sampledCurve } from '../../local/records/figures/accumulation';
import type { Figures } from './data';
import { ChartSection } from './ChartSection';

/** Points of the curve that are drawn and in the table. */
const STEPS = 48;

/** The species accumulation curve, over time or over records. */
export function SpeciesCurve({ accumulation: { points, without } }: Pick<Figures, 'accumulation'>) {
  const { t } = useTranslation(['statistics', 'common']);
  const language = useLanguage();
  const [read, write] = useAddressFilter();
  const along = read('curve') === 'records' ? 'records' : 'time';
  const curve = useMemo(() => sampledCurve(points, along, STEPS), [points, along]);
  const last = curve.at(-1);
  if (!last) return null;
  const words = (at: number) => {
    const { day, records, species } = curve[at]!;
    const counts = t('curve.at', {
      species: t('common:count.species', { count: species }),
      records: t('common:count.records', { count: records }),
    });
    return along === 'time' ? `${recordedDate(day, language)}: ${counts}` : counts;
  };
  const ends =
    along === 'time'
      ? [recordedDate(curve[0]!.day, language), recordedDate(last.day, language)]
      : [number(0, language), t('common:count.records', { count: last.records })];
  return (
    <ChartSection
      title={t('curve.title')}
      file="species-curve"
      columns={[t('column.date'), t('column.records'), t('column.species')]}
      rows={curve.map(({ day, records, species }) => [day, records, species])}
      notes={[without > 0 && t('without.date', { count: without })]}
      isWide
      controls={
        <SegmentedControl
          aria-label={t('curve.axis')}
          value={along}
          onChange={(next) => write({ curve: next === 'time' ? null : next })}
          data={[
            { value: 'time', label: t('curve.time') },
            { value: 'records', label: t('curve.records') },
          ]}
        />
      }
    >
      <Plot
        key={along}
        label={t('curve.title')}
        series={[{ kind: 'line', values: curve.map(({ species }) => species) }]}
        read={words}
        start={STEPS}
        top={number(last.species, language)}
        ticks={ends}
        hasEnds
      />
    </ChartSection>
  );
}
