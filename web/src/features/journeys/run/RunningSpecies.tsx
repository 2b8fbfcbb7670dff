import { writeCount, type CountValue } from '@veld/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Fix } from '../../../device/fix';
import type { LocalJourney, LocalObservation } from '../../../local/db/rows';
import { type RowOfTaxon, rowKey } from '../../../local/records/tally';
import { formatRecordName, useRecordTranslation } from '../../../shared/records/record-labels';
import { useLanguage } from '../../../shared/session/session';
import { useNamed } from '../../../shared/taxa/names';
import { useTally } from '../../tally/data';
import { TallyList } from '../../tally/TallyList';
import type { Recorded } from '../../tally/TallyRow';
import { useArrangedList } from '../../tally/use-arranged-list';
import { clockAt } from '../page/journey-times';
import { subtractRecorded, type RunningRow, runningRows } from './running-rows';
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
