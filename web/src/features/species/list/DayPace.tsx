import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../device/use-now';
import { clockTime, number, recordedDate } from '../../../i18n/format';
import type { PlaceArea } from '../../../local/changes/saved-places';
import { useOwnFacts } from '../../../shared/records/own';
import { useLanguage } from '../../../shared/session/session';
import { Plot } from '../../../ui/charts/Plot';
import { useSpeciesOfRecords, useToday } from '../species-count';
import { isCountedAt } from '../species-list';
import { countPace, findBestDay } from './pace';
import classes from './DayPace.module.css';

interface Props {
  day: string;
  country: string | null;
  place: PlaceArea | null;
}

const MINUTE_MS = 60_000;
const hourText = (hour: number) => `${String(hour % 24).padStart(2, '0')}:00`;

/** A big day: how the species of one day added up by the hour, beside the best day before. Nothing without times. */
export function DayPace({ day, country, place }: Props) {
  const { t } = useTranslation(['species', 'common']);
  const language = useLanguage();
  const isToday = useToday() === day;
  const now = new Date(useNow(MINUTE_MS, isToday)).getHours();
  const all = useOwnFacts();
  const records = useMemo(() => all?.filter((record) => isCountedAt(record, { country, place })), [all, country, place]);
  const speciesOf = useSpeciesOfRecords(records);
  const pace = useMemo(() => records && speciesOf && countPace(records, day, speciesOf), [records, speciesOf, day]);
  const best = useMemo(() => records && speciesOf && findBestDay(records, day, speciesOf), [records, speciesOf, day]);
  if (!pace?.best) return null;
  // Of today, the hours to come are not drawn.
  const shown = isToday ? pace.species.slice(0, now + 2) : pace.species;
  const time = (hour: number) => clockTime(hourText(hour), language);
  const species = (count: number) => t('common:count.species', { count });
  const added = shown.at(-1)! - shown.at(-2)!;
  return (
    <section className={classes.pace} aria-label={t('pace.title')}>
      <p className={classes.words}>
        {isToday && <strong>{t('pace.this_hour', { count: added })}</strong>}
        <span>{t('pace.best_hour', { time: time(pace.best.hour), number: number(pace.best.species, language) })}</span>
        {best && <span>{t('pace.best_day', { day: recordedDate(best.day, language), species: species(best.species) })}</span>}
        {pace.without > 0 && <span>{t('pace.without', { count: pace.without })}</span>}
      </p>
      <Plot
        label={t('pace.title')}
        series={[
          { kind: 'line', values: shown },
          ...(best ? [{ kind: 'line', values: Array.from({ length: 25 }, () => best.species), look: 'other' } as const] : []),
        ]}
        read={(at) => (at < 24 && at < shown.length ? t('pace.by', { time: time(at), species: species(shown[at]!) }) : species(pace.total))}
        start={shown.length - 1}
        top={number(Math.max(pace.total, best?.species ?? 0), language)}
        ticks={[time(0), isToday ? time(shown.length - 1) : time(24)]}
        hasEnds
      />
    </section>
  );
}
