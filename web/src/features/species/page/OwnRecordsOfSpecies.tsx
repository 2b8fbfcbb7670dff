import { Button } from '@mantine/core';
import { IconBinoculars } from '@tabler/icons-react';
import { isAboveSpecies, isTick, dayRange } from '@veld/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { monthName, number, recordedDate } from '../../../i18n/format';
import { extractFact } from '../../../local/db/facts';
import { useSyncStates } from '../../../shared/records/own';
import { notifier, useLanguage } from '../../../shared/session/session';
import { observeAddress, type Taxon } from '../../../shared/taxa/data';
import { ChartTable } from '../../../ui/charts/ChartTable';
import { SectionTitle } from '../../../ui/SectionTitle';
import { StatTile, StatTiles } from '../../../ui/StatTile';
import { useRecordsOfSpecies, useTicks, useToday } from '../data';
import { countSpecies } from '../species-list';
import { MonthsChart } from './EveryonesMonths';
import { OwnRecordLine } from './OwnRecordLine';
import classes from './OwnRecordsOfSpecies.module.css';

const FIRST = 12;

/** First and last sighting, and all records, latest first. Ticks are summarized in one line. */
export function OwnRecordsOfSpecies({ taxon }: { taxon: Taxon }) {
  const { t } = useTranslation(['species', 'taxa', 'common']);
  const language = useLanguage();
  const all = useRecordsOfSpecies(taxon.id);
  const states = useSyncStates();
  const today = useToday();
  const { untickEverywhere } = useTicks();
  const [limit, setLimit] = useState(FIRST);
  const own = useMemo(() => {
    const ids = new Map(all?.flatMap((record) => (record.taxon_id == null ? [] : [[record.taxon_id, taxon.id] as const])));
    const facts = all?.flatMap((record) => extractFact(record) ?? []);
    return facts && countSpecies(facts, { country: null, period: 'all', today }, ids).get(taxon.id);
  }, [all, taxon.id, today]);
  if (!all || !states) return null;
  const records = all.filter((record) => !isTick(record));
  const removeTicks = () => {
    untickEverywhere(taxon.id).then(
      () => notifier.show('positive', t('tick.removed', { name: taxon.name })),
      (cause: unknown) => notifier.show('negative', t('common:error.storage_failed'), { cause }),
    );
  };

  return (
    <section>
      <SectionTitle>{t('page.records')}</SectionTitle>
      {own && own.records > own.ticks && (
        <div className={classes.figures}>
          <StatTiles>
            <StatTile value={number(records.length, language)} label={t('page.record_count', { count: records.length })} />
            {own.first && <StatTile value={recordedDate(own.first, language)} label={t('page.first')} />}
            {own.last && own.last !== own.first && <StatTile value={recordedDate(own.last, language)} label={t('page.last')} />}
          </StatTiles>
        </div>
      )}
      <OwnMonths name={taxon.name} records={records} />
      {records.length > 0 && (
        <ul className={classes.records}>
          {records.slice(0, limit).map((record) => (
            <li key={record.id}>
              <OwnRecordLine record={record} taxonId={taxon.id} syncState={states.get(record.id)} />
            </li>
          ))}
        </ul>
      )}
      {records.length > limit && (
        <p className={classes.more}>
          <Button variant="default" onClick={() => setLimit(limit + 4 * FIRST)}>
            {t('common:action.show_more')}
          </Button>
        </p>
      )}
      {own && own.ticks > 0 && (
        <p className={classes.ticked}>
          <span>{t('page.ticked')}</span>
          <Button variant="subtle" onClick={removeTicks}>
            {t('tick.remove')}
          </Button>
        </p>
      )}
      {own === undefined && records.length === 0 && (
        <p className={classes.none}>
          <IconBinoculars size={22} aria-hidden />
          <span>{t(isAboveSpecies(taxon.rank) ? 'page.none_of_taxon' : 'page.none')}</span>
          <Link to={observeAddress(taxon.id)}>{t('taxa:observe')}</Link>
        </p>
      )}
    </section>
  );
}

/** The user's records of a species by month, as a chart and a table. Nothing without a record whose month is known. */
export function OwnMonths({ name, records }: { name: string; records: readonly DatedRecord[] }) {
  const { t } = useTranslation(['species', 'frequencies']);
  const language = useLanguage();
  const months = useMemo(() => recordsByMonth(records), [records]);
  if (months.every((count) => count === 0)) return null;
  const label = t('page.own_months', { name });
  return (
    <div className={classes.months}>
      <MonthsChart months={months} label={label} />
      <ChartTable
        summary={t('frequencies:months.table')}
        label={label}
        columns={[t('frequencies:months.month'), t('frequencies:months.records')]}
        rows={months.map((count, at) => [monthName(at + 1, language), number(count, language)])}
      />
    </div>
  );
}

interface DatedRecord {
  /** A day, a month, a year or a range of days. */
  observed_on?: string | null;
}

/** The number of records of each month, January first. A record that spans months, or of which only the year is known, is in none. */
export function recordsByMonth(records: readonly DatedRecord[]): number[] {
  const months = Array.from({ length: 12 }, () => 0);
  for (const { observed_on } of records) {
    const days = observed_on ? dayRange(observed_on) : null;
    if (days && days.from.slice(0, 7) === days.to.slice(0, 7)) months[Number(days.from.slice(5, 7)) - 1]!++;
  }
  return months;
}
