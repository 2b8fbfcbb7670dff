import { isAbsence, isDay } from '@veld/contract';
import { metresBetween } from '@veld/geometry';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLastPlace } from '../../shared/frequencies/data';
import { type LocalFact, useRecordsOfFacts } from '../../shared/records/own';
import { OwnRecordCard } from '../../shared/records/RecordCards';
import { SectionTitle } from '../../ui/SectionTitle';
import { useToday } from '../species/data';
import classes from './Latest.module.css';

const SHOWN = 4;

/** Days before and after today's date that count as around it. */
const AROUND_DAYS = 3;
const NEAR_M = 25_000;
const DAY_MS = 86_400_000;

/** What the person recorded around this date in earlier years, first what was near here. Nothing without such records. */
export default function EarlierYears({ facts }: { facts: readonly LocalFact[] }) {
  const { t } = useTranslation('dashboard');
  const today = useToday();
  const here = useLastPlace();
  const chosen = useMemo(() => (here === undefined ? [] : pickMemories(facts, today, here, SHOWN)), [facts, today, here]);
  const records = useRecordsOfFacts(chosen, SHOWN);
  if (!records || records.length === 0) return null;
  return (
    <section aria-labelledby="memories">
      <SectionTitle id="memories">{t('memories')}</SectionTitle>
      <div className={classes.cards}>
        {records.map((record) => (
          <OwnRecordCard key={record.id} record={record} />
        ))}
      </div>
    </section>
  );
}

type Remembered = Pick<
  LocalFact,
  'id' | 'taxon_id' | 'observed_on' | 'latitude' | 'longitude' | 'has_photo' | 'count' | 'count_max' | 'tick'
>;

/**
 * Records of earlier years made within three days of today's date, the best to look back on first: those within 25 km of `here`, then
 * those with a photo, then those of later years. Each taxon once. `today` is a day such as 2026-11-29.
 */
export function pickMemories<F extends Remembered>(
  facts: readonly F[],
  today: string,
  here: { latitude: number; longitude: number } | null,
  count: number,
): F[] {
  const year = Number(today.slice(0, 4));
  const isAround = (day: string) => {
    // Around New Year, the same date of the year before or after may be nearer.
    const dates = [-1, 0, 1].map((offset) => Date.parse(`${year + offset}${day.slice(4)}T00:00:00Z`));
    return dates.some((date) => Math.abs(date - Date.parse(`${today}T00:00:00Z`)) <= AROUND_DAYS * DAY_MS);
  };
  const isNear = ({ latitude, longitude }: F) =>
    here !== null && latitude !== null && longitude !== null && metresBetween(here, { latitude, longitude }) <= NEAR_M;
  const rank = (fact: F) => (isNear(fact) ? 2 : 0) + (fact.has_photo ? 1 : 0);
  const found = facts
    .filter(
      (fact) =>
        fact.tick === 0 &&
        fact.observed_on !== null &&
        isDay(fact.observed_on) &&
        Date.parse(today) - Date.parse(fact.observed_on) > 300 * DAY_MS &&
        !isAbsence(fact) &&
        isAround(fact.observed_on),
    )
    .map((fact) => ({ fact, rank: rank(fact) }))
    .toSorted((one, other) => other.rank - one.rank || (one.fact.observed_on! < other.fact.observed_on! ? 1 : -1));
  const taxa = new Set<number>();
  const once = found.filter(({ fact: { taxon_id } }) => taxon_id === null || (!taxa.has(taxon_id) && taxa.add(taxon_id)));
  return once.slice(0, count).map(({ fact }) => fact);
}
