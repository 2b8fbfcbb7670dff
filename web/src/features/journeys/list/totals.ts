import { useTranslation } from 'react-i18next';
import { distance } from '../../../i18n/format';
import { useLanguage, useUser } from '../../../shared/session/session';
import { speciesIn } from '../days';
import { duration } from '../effort-words';
import type { Entry } from './entries';
import type { TrackSummary } from './summaries';

/** The effort of a time span. */
export interface Totals {
  journeys: number;
  /** Whether the tracks of all of them are here and measured; before, time and distance are too small. */
  isMeasured: boolean;
  seconds: number;
  metres: number;
  records: number;
  species: number;
  /** Journeys with a group of which everything was recorded. */
  complete: number;
}

type JourneyEntry = Extract<Entry, { kind: 'journey' }>;
export type Summaries = ReadonlyMap<string, TrackSummary>;

const isJourney = (entry: Entry): entry is JourneyEntry => entry.kind === 'journey';

/** The sum of journeys, as far as their tracks are measured. Records without a journey are left out. */
export function sumEntries(entries: readonly Entry[], summaries: Summaries): Totals {
  const journeys = entries.filter(isJourney);
  const records = journeys.flatMap((entry) => entry.records);
  const sum = (of: (one: TrackSummary) => number | null) =>
    journeys.reduce((total, { journey }) => total + ((summaries.get(journey.id) && of(summaries.get(journey.id)!)) ?? 0), 0);
  return {
    journeys: journeys.length,
    isMeasured: journeys.every(({ journey }) => summaries.has(journey.id)),
    seconds: sum(({ duration_s }) => duration_s),
    metres: sum(({ distance_m }) => distance_m),
    records: records.length,
    species: speciesIn(records),
    complete: journeys.filter(({ journey }) => journey.complete_groups.some(({ is_complete }) => is_complete)).length,
  };
}

export const MEASURES = ['journeys', 'hours', 'distance', 'complete'] as const;
export type Measure = (typeof MEASURES)[number];

/** The total of each measure until the end of each month, by year, the latest first. */
export function throughYears(entries: readonly Entry[], summaries: Summaries, measure: Measure): { year: string; months: number[] }[] {
  const journeys = entries.filter(isJourney);
  const years = [...new Set(journeys.map(({ day }) => day.slice(0, 4)))].toSorted().toReversed();
  return years.map((year) => {
    const ofYear = journeys.filter(({ day }) => day.startsWith(year));
    const months = Array.from({ length: 12 }, (_, month) => {
      const end = `${year}-${String(month + 1).padStart(2, '0')}-99`;
      return valueOf(
        sumEntries(
          ofYear.filter(({ day }) => day <= end),
          summaries,
        ),
        measure,
      );
    });
    return { year, months };
  });
}

function valueOf({ journeys, seconds, metres, complete }: Totals, measure: Measure): number {
  return { journeys, hours: seconds / 3600, distance: metres / 1000, complete }[measure];
}

/** "3 journeys · 6 h 20 min · 14 km · 42 species", time and distance once they are known; empty without a journey. */
export function useTotalsText(): (totals: Totals) => string {
  const { t } = useTranslation(['journeys', 'common']);
  const language = useLanguage();
  const { units } = useUser().preferences;
  return ({ journeys, isMeasured, seconds, metres, species }) => {
    if (journeys === 0) return '';
    const parts = [
      t('overview.journeys', { count: journeys }),
      isMeasured && seconds > 0 && duration(seconds, language),
      isMeasured && metres > 0 && distance(metres, units, language),
      species > 0 && t('common:count.species', { count: species }),
    ];
    return parts.filter(Boolean).join(' · ');
  };
}
