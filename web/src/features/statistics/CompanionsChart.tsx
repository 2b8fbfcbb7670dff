import { isInPeriod, type Period, type TaxonGroup } from '@veld/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { BarList } from '../../ui/charts/BarList';
import { listEntries, useOwnJourneys, useRecordsOfJourneys } from '../journeys/data';
import { useToday } from '../species/data';
import { countCompanions } from './companions';
import { ChartSection } from './ChartSection';

/** The table has the others. */
const MOST = 10;

/** Who was along on the user's journeys most often; nothing without a companion. */
export default function CompanionsChart({ period, group }: { period: Period; group: TaxonGroup | null }) {
  const { t } = useTranslation(['statistics', 'journeys']);
  const journeys = useOwnJourneys();
  const records = useRecordsOfJourneys();
  const today = useToday();
  const companions = useMemo(() => {
    const filter = { protocol: null, place: null, group, isInPeriod: (day: string) => isInPeriod(day, period, today) };
    return journeys && records ? countCompanions(listEntries(journeys, records, filter)) : [];
  }, [journeys, records, period, group, today]);
  if (companions.length === 0) return null;
  const more = companions.length - MOST;
  return (
    <ChartSection
      title={t('companions.title')}
      file="companions"
      columns={[t('column.person'), t('journeys:years.measure.journeys')]}
      rows={companions.map(({ name, journeys: count }) => [name, count])}
      notes={[t('journeys:start.companions_hint'), more > 0 && t('places.more', { count: more })]}
    >
      <BarList
        label={t('companions.title')}
        items={companions.slice(0, MOST).map(({ key, name, journeys: count }) => ({
          key,
          label: name,
          value: count,
          text: t('journeys:overview.journeys', { count }),
        }))}
      />
    </ChartSection>
  );
}
