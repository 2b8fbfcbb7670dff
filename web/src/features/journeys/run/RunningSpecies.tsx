import { type CountValue, isAbsence, type TaxonSummary, writeCount } from '@veld/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Fix } from '../../../device/fix';
import type { LocalJourney, LocalObservation } from '../../../local/db/rows';
import { addCounts, entryTimes, listRows, rowKey, type RowOfTaxon, type Tally, type TallyRow } from '../../../local/records/tally';
import { formatRecordName, useRecordTranslation } from '../../../shared/records/record-labels';
import { useLanguage } from '../../../shared/session/session';
import { useNamed } from '../../../shared/taxa/names';
import { useTally } from '../../tally/data';
import { TallyList } from '../../tally/TallyList';
import type { Recorded } from '../../tally/TallyRow';
import { useArrangedList } from '../../tally/tally-rows';
import { clockAt, recordInstant } from '../page/journey-times';
import classes from './RunningSpecies.module.css';

/** Number of likely species. */
const OFFERED = 8;

const NONE: never[] = [];

interface Props {
  journey: LocalJourney;
  records: readonly LocalObservation[] | undefined;
  /** Where the person is, for the likely species. */
  here: Pick<Fix, 'latitude' | 'longitude'> | null;
}

/** What is found on the running journey, and what is likely: one more with a tap, which the running tally counts. */
export function RunningSpecies({ journey, records, here }: Props) {
  const { t } = useTranslation('journeys');
  const open = useTally(journey.paused_at === null);
  const [focused, setFocused] = useState<string | null>(null);
  const { tally } = open;
  const found = useMemo(() => runningRows(records ?? NONE, tally ?? null, journey), [records, tally, journey]);
  const rows = useNamed(useMemo(() => found.map(({ row }) => row), [found]));
  const { list, freeze } = useArrangedList(rows, here, OFFERED, { rests: true });
  const recorded = useRecorded(found, journey);
  const unnamed = (records ?? NONE).filter(({ taxon }) => !taxon);
  if (!tally || !records) return null;
  const byKey = new Map(found.map((one) => [one.row.key, one]));
  const setNumber = async (row: RowOfTaxon, typed: CountValue) => {
    const rest = subtractRecorded(typed, byKey.get(rowKey(row))?.recorded ?? null);
    return rest === null ? ('earlier' as const) : open.setNumber(row, rest);
  };
  return (
    <>
      {found.length + unnamed.length === 0 && <p className={classes.none}>{t('run.no_species')}</p>}
      <TallyList list={list} open={{ ...open, setNumber }} recorded={recorded} focused={focused} onFocus={setFocused} onUse={freeze} />
      {unnamed.length > 0 && <RecordLinks records={unnamed} journey={journey} />}
    </>
  );
}

/** What the records say of each species, by the keys of the rows. */
function useRecorded(found: readonly RunningRow[], journey: LocalJourney): ReadonlyMap<string, Recorded> {
  const { t } = useTranslation('journeys');
  const language = useLanguage();
  return useMemo(
    () =>
      new Map(
        found.map(({ row, records, recorded, isCounted, first }) => [
          row.key,
          {
            note: Number.isFinite(first) ? clockAt(first, journey.time_zone, language) : '',
            tooFew: recorded ? t('run.too_few', { number: writeCount(recorded, language) }) : '',
            list: records.length > 0 && <RecordLinks records={records} journey={journey} />,
            isCounted,
          },
        ]),
      ),
    [found, journey, language, t],
  );
}

/** Records of the journey, each with its time and count, which a tap opens. */
function RecordLinks({ records, journey }: { records: readonly LocalObservation[]; journey: LocalJourney }) {
  const recordTexts = useRecordTranslation();
  const language = useLanguage();
  const named = useNamed(records);
  return (
    <ul className={classes.records}>
      {named.map((record) => {
        const { id, observed_time, count, count_max, count_type, saved_at } = record;
        const time = observed_time ?? clockAt(saved_at, journey.time_zone, language);
        const number =
          count == null ? [] : [writeCount({ count, count_max: count_max ?? null, count_type: count_type ?? 'exact' }, language)];
        return (
          <li key={id}>
            <Link className={classes.record} to={`/observations/${id}`}>
              {[time, formatRecordName(record, recordTexts), ...number].join(' · ')}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/** A species of the running journey: what its records and the running tally have of it. */
interface RunningRow {
  /** As a row of a tally, with the records in its value and in what was counted earlier. */
  row: TallyRow;
  records: readonly LocalObservation[];
  /** What the records count; null of none. */
  recorded: CountValue | null;
  /** Whether the tally counts it too. */
  isCounted: boolean;
  /** When it was found first, in milliseconds since 1970. */
  first: number;
}

interface Walk {
  started_at: string;
  time_zone: string;
}

/** The species of a journey, the last found first. Records without a species are left out. */
export function runningRows(records: readonly LocalObservation[], tally: Tally | null, { started_at, time_zone }: Walk): RunningRow[] {
  const started = Date.parse(started_at);
  const byTaxon = new Map<number, { taxon: TaxonSummary; records: LocalObservation[] }>();
  for (const record of records) {
    const { taxon } = record;
    if (!taxon || isAbsence(record)) continue;
    const known = byTaxon.get(taxon.id);
    if (known) known.records.push(record);
    else byTaxon.set(taxon.id, { taxon, records: [record] });
  }
  const at = (record: LocalObservation) => recordInstant(record, time_zone) ?? record.saved_at;
  const ofRecords = (own: readonly LocalObservation[]) => ({
    records: own.toSorted((one, other) => at(one) - at(other)),
    recorded: addCounts(own.map(countRecord)),
    first: Math.min(...own.map(at)),
  });
  const timesOf = (key: string) => (tally?.entries ?? []).filter((entry) => rowKey(entry) === key).flatMap(entryTimes);
  const counted = (tally ? listRows(tally) : []).flatMap((row): RunningRow[] => {
    const times = timesOf(row.key).filter((time) => time >= started);
    // A row that was added to count others apart has no number yet.
    if (times.length === 0 && (row.value !== null || tally!.started_at < started)) return [];
    const own = row.variant === undefined ? byTaxon.get(row.taxon.id) : undefined;
    if (own) byTaxon.delete(row.taxon.id);
    const { records: rest, recorded, first } = ofRecords(own?.records ?? []);
    const value = addCounts([recorded, row.value]);
    const together = { ...row, value, earlier: addCounts([recorded, row.earlier]) };
    return [{ row: together, records: rest, recorded, isCounted: true, first: Math.min(first, ...times) }];
  });
  const saved = [...byTaxon.values()].map(({ taxon, records: own }): RunningRow => {
    const facts = ofRecords(own);
    const row = { key: String(taxon.id), taxon, details: {}, value: facts.recorded, earlier: facts.recorded };
    return { row, isCounted: false, ...facts };
  });
  return [...counted, ...saved].toSorted((one, other) => other.first - one.first);
}

function countRecord({ count, count_max, count_type }: LocalObservation): CountValue | null {
  return count == null ? null : { count, count_max: count_max ?? null, count_type: count_type ?? 'exact' };
}

/** What of a typed number is left for the tally; null if the records have more. */
export function subtractRecorded(typed: CountValue, recorded: CountValue | null): CountValue | null {
  const by = recorded?.count ?? 0;
  if (typed.count < by) return null;
  return { ...typed, count: typed.count - by, count_max: typed.count_max === null ? null : typed.count_max - by };
}
