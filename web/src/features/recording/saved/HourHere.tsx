import { dayRange, isTimeZone, resolveInstant, type TaxonSummary } from '@veld/contract';
import { metresBetween } from '@veld/geometry';
import { useLiveQuery } from 'dexie-react-hooks';
import { useId } from 'react';
import { Link } from 'react-router';
import { useNow } from '../../../device/use-now';
import { number } from '../../../i18n/format';
import type { LocalObservation } from '../../../local/db/rows';
import { ownObservations } from '../../../local/records/observations';
import { useRecordTranslation } from '../../../shared/records/record-labels';
import { currentDatabase, useLanguage } from '../../../shared/session/session';
import { useNamed } from '../../../shared/taxa/names';
import type { FormValues } from '../form-values';
import classes from './HourHere.module.css';

const HOUR_MS = 3_600_000;
/** So far apart, records are of one place. */
const HERE_M = 1000;
/** So many of the last records are looked at. */
const LATEST = 40;

interface Sum {
  taxon: TaxonSummary;
  /** Of the records that have one; null without any. */
  count: number | null;
  /** The last record of it. */
  id: string;
}

interface Props {
  values: Pick<FormValues, 'latitude' | 'longitude'>;
  /** The species that was just saved, which has a line of its own. */
  exceptId?: number | undefined;
  /** Chooses the species; without it, a species leads to its last record. */
  onChoose?: (taxon: TaxonSummary) => void;
}

/** What the person recorded at this place within the last hour. */
export function HourHere({ values, exceptId, onChoose }: Props) {
  const t = useRecordTranslation('recording');
  const titleId = useId();
  const language = useLanguage();
  const sums = useNamed(useSums(values)).filter(({ taxon }) => taxon.id !== exceptId);
  if (sums.length === 0) return null;
  return (
    <div className={classes.hour} role="group" aria-labelledby={titleId}>
      <span className={classes.title} id={titleId}>
        {t('recording:saved.hour')}
      </span>
      {sums.map(({ taxon, count, id }) => {
        const words = (
          <>
            {taxon.name}
            {count !== null && <span className={classes.count}> {number(count, language)}</span>}
          </>
        );
        return onChoose ? (
          <button key={taxon.id} type="button" className={classes.chip} onClick={() => onChoose(taxon)}>
            {words}
          </button>
        ) : (
          <Link key={taxon.id} className={classes.chip} to={`/observations/${id}`}>
            {words}
          </Link>
        );
      })}
    </div>
  );
}

const NONE: readonly LocalObservation[] = [];

function useSums(place: Props['values']): readonly Sum[] {
  const database = currentDatabase();
  const now = useNow(60_000);
  const records = useLiveQuery(() => ownObservations(database, { limit: LATEST }), [database]) ?? NONE;
  const sums = new Map<number, Sum>();
  for (const record of records) {
    const { taxon, count } = record;
    if (!taxon || count === 0 || !isOfLastHour(record, now) || isElsewhere(record, place)) continue;
    const sum = sums.get(taxon.id);
    if (sum) sum.count = count == null ? sum.count : (sum.count ?? 0) + count;
    else sums.set(taxon.id, { taxon, count: count ?? null, id: record.id });
  }
  return [...sums.values()];
}

/** By when it was made: a record may be on this device since a moment ago. */
function isOfLastHour({ observed_on: day, observed_time: time, time_zone: zone }: LocalObservation, now: number): boolean {
  if (!day || !time || !zone || dayRange(day)?.to !== day || !isTimeZone(zone)) return false;
  return Math.abs(now - resolveInstant(day, time, zone).getTime()) <= HOUR_MS;
}

/** Whether both places are known and far from each other. */
function isElsewhere(record: LocalObservation, { latitude, longitude }: Props['values']): boolean {
  if (latitude === null || longitude === null || record.latitude == null || record.longitude == null) return false;
  return metresBetween({ latitude, longitude }, { latitude: record.latitude, longitude: record.longitude }) > HERE_M;
}
