import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { SectionTitle } from '../../ui/SectionTitle';
import type { LocalFact } from '../../shared/records/own';
import { RecordsMap } from '../../shared/records/RecordsMap';
import { filterRecords } from '../../shared/records/filter-records';
import { useToday } from '../species/data';
import { SeeAll } from './SeeAll';

/** With fewer records there is nothing to see on a map. */
const LEAST = 3;

/** Where the person recorded this year. */
export default function YearMap({ records }: { records: readonly LocalFact[] }) {
  const { t } = useTranslation('dashboard');
  const today = useToday();
  const placed = useMemo(
    () => filterRecords(records, { period: 'this_year', since: null }, today).filter(({ latitude }) => latitude != null),
    [records, today],
  );
  if (placed.length < LEAST) return null;
  return (
    <section aria-labelledby="year-map">
      <SectionTitle id="year-map" action={<SeeAll to="/map?period=this_year" />}>
        {t('year_map')}
      </SectionTitle>
      <RecordsMap records={placed} to="/map?period=this_year" />
    </section>
  );
}
