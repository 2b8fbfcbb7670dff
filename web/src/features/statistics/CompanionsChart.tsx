import { isInPeriod, type Period, type TaxonGroup } from '@veld/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { BarList } from '../../ui/charts/BarList';
import { listEntries, useOwnJourneys, useRecordsOfJourneys, type Entry } from '../journeys/data';
import { useToday } from '../species/data';
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

/** Somebody who was along, and on how many journeys. */
interface Companion {
  key: string;
  name: string;
  journeys: number;
}

/**
 * Those who were along on journeys, the most frequent first. Who has an account is one person whatever they are called, with their latest
 * name; others are by their names. Entries are the latest first.
 */
export function countCompanions(entries: readonly Entry[]): Companion[] {
  const found = new Map<string, Companion>();
  for (const entry of entries) {
    if (entry.kind !== 'journey') continue;
    const along = new Map(entry.journey.companions.map((one) => [one.user_id ?? `name ${folded(one.name)}`, one.name.trim()]));
    for (const [key, name] of along) {
      const before = found.get(key);
      if (before) before.journeys++;
      else found.set(key, { key, name, journeys: 1 });
    }
  }
  return [...found.values()].toSorted((one, other) => other.journeys - one.journeys);
}

const folded = (name: string) => name.trim().toLowerCase();
