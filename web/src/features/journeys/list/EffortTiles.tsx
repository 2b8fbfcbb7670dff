import { isInPeriod, type Period, type TaxonGroup } from '@veld/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { distance, number } from '../../../i18n/format';
import { StatTile, StatTiles } from '../../../ui/StatTile';
import { useLanguage, useUser } from '../../../shared/session/session';
import { useToday } from '../../species/data';
import { duration } from '../effort-words';
import { useOwnJourneys, useRecordsOfJourneys } from '../own-journeys';
import { listEntries } from './entries';
import { useSummaries } from './summaries';
import { sumEntries } from './totals';

/** Until the tracks of all journeys are here and measured. */
const MEASURING = '…';

/** The effort of the journeys in a period: number, hours, distance and complete lists; nothing without a journey. */
export default function EffortTiles({ period, group }: { period: Period; group: TaxonGroup | null }) {
  const { t } = useTranslation('journeys');
  const language = useLanguage();
  const { units } = useUser().preferences;
  const journeys = useOwnJourneys();
  const records = useRecordsOfJourneys();
  const summaries = useSummaries(journeys);
  const today = useToday();
  const totals = useMemo(() => {
    const filter = { protocol: null, place: null, group, isInPeriod: (day: string) => isInPeriod(day, period, today) };
    return journeys && records && sumEntries(listEntries(journeys, records, filter), summaries);
  }, [journeys, records, summaries, period, group, today]);
  if (!totals || totals.journeys === 0) return null;
  const query = [period !== 'all' && `period=${period}`, group && `group=${group}`].filter(Boolean).join('&');
  return (
    <StatTiles>
      <StatTile
        value={number(totals.journeys, language)}
        label={t('figure.journeys', { count: totals.journeys })}
        to={`/my-journeys${query && `?${query}`}`}
      />
      <StatTile value={totals.isMeasured ? duration(totals.seconds, language) : MEASURING} label={t('figure.under_way')} />
      <StatTile value={totals.isMeasured ? distance(totals.metres, units, language) : MEASURING} label={t('figure.distance')} />
      <StatTile value={number(totals.complete, language)} label={t('figure.complete', { count: totals.complete })} />
    </StatTiles>
  );
}
