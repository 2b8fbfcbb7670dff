import { todayIn, type Protocol, type TaxonGroup } from '@veld/contract';
import type { LocalObservation } from '../../../shared/records/own';
import { type JourneyDay, journeyDays } from '../days';
import type { LocalJourney } from '../own-journeys';

/** A line of the list: a journey, or a day with records that belong to none. */
export type Entry =
  | { kind: 'journey'; day: string; journey: LocalJourney; records: LocalObservation[] }
  | { kind: 'day'; day: string; of: JourneyDay };

export interface EntryFilter {
  protocol: Protocol | null;
  /** A saved place, where the journey was started. */
  place: string | null;
  /** A group that the journey was about, or of which it has a record. */
  group: TaxonGroup | null;
  isInPeriod: (day: string) => boolean;
}

/** The journeys of a person and the days of their other records, the latest first. */
export function listEntries(journeys: readonly LocalJourney[], records: readonly LocalObservation[], filter: EntryFilter): Entry[] {
  const known = new Set(journeys.map(({ id }) => id));
  const byJourney = Map.groupBy(records, ({ journey_id }) => (journey_id && known.has(journey_id) ? journey_id : null));
  const listed = journeys
    .map((journey) => ({ kind: 'journey' as const, day: dayOfJourney(journey), journey, records: byJourney.get(journey.id) ?? [] }))
    .filter((entry) => isShown(entry, filter));
  const days = hasNoDays(filter)
    ? []
    : journeyDays(byJourney.get(null) ?? [])
        .filter(
          ({ day, records: found }) =>
            filter.isInPeriod(day) && (filter.group === null || found.some((record) => isOf(record, filter.group))),
        )
        .map((of) => ({ kind: 'day' as const, day: of.day, of }));
  return [...listed, ...days].toSorted((one, other) => (one.day === other.day ? orderOnDay(one, other) : one.day < other.day ? 1 : -1));
}

/** The day on which a journey began, by the clock of the place. */
export function dayOfJourney({ started_at, time_zone }: Pick<LocalJourney, 'started_at' | 'time_zone'>): string {
  return todayIn(time_zone, new Date(started_at));
}

/** A day has neither a protocol nor a place of its own. */
const hasNoDays = ({ protocol, place }: EntryFilter) => protocol !== null || place !== null;

function isShown(
  { day, journey, records }: Extract<Entry, { kind: 'journey' }>,
  { protocol, place, group, isInPeriod }: EntryFilter,
): boolean {
  if (!isInPeriod(day) || (protocol !== null && journey.protocol !== protocol) || (place !== null && journey.location_id !== place))
    return false;
  return group === null || journey.target_groups.includes(group) || records.some((record) => isOf(record, group));
}

const isOf = ({ taxon }: LocalObservation, group: TaxonGroup | null) => taxon?.group === group;

/** On one day, the latest journey first, and the other records last. */
function orderOnDay(one: Entry, other: Entry): number {
  if (one.kind === 'journey' && other.kind === 'journey') return Date.parse(other.journey.started_at) - Date.parse(one.journey.started_at);
  return one.kind === 'journey' ? -1 : other.kind === 'journey' ? 1 : 0;
}
