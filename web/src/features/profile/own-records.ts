import type { TaxonGroup } from '@veld/contract';
import { dayRange } from '@veld/contract';
import { foundSpeciesId } from '../../local/records/own-count';
import type { LocalFact } from '../../shared/records/own';
import { filterRecords, type RecordFilter } from '../../shared/records/filter-records';

/** The facts of the user's records of a filter, and the number of days that "My journeys" lists for them. */
export function selectOwnRecords(all: readonly LocalFact[], filter: RecordFilter, today: string): { records: LocalFact[]; days: number } {
  const records = filterRecords(
    all.filter(({ tick }) => tick === 0),
    filter,
    today,
  );
  return { records, days: daysIn(records) };
}

function daysIn(records: readonly LocalFact[]): number {
  const dates = new Set(records.flatMap(({ observed_on }) => observed_on ?? []));
  const days = [...dates].flatMap((date) => dayRange(date) ?? []).filter(({ from, to }) => from === to);
  return new Set(days.map(({ from }) => from)).size;
}

/** The share of records that are confirmed, of those that are not casual; null where there are none. */
export function confirmedShare(confirmed: number, confirmable: number): number | null {
  return confirmable === 0 ? null : confirmed / confirmable;
}

export function shareOfRecords(records: readonly Pick<LocalFact, 'quality'>[]): number | null {
  const confirmed = records.filter(({ quality }) => quality === 'confirmed').length;
  return confirmedShare(confirmed, records.filter(({ quality }) => quality !== 'casual').length);
}

export interface GroupFigure {
  group: TaxonGroup;
  observations: number;
  species: number;
}

/** Records of each month of the year, January first, where the whole date lies in one; and by group, most records first. */
export function countFigures(records: readonly LocalFact[]): { months: number[]; groups: GroupFigure[] } {
  const months = Array.from({ length: 12 }, () => 0);
  const groups = new Map<TaxonGroup, { observations: number; species: Set<number> }>();
  for (const record of records) {
    const days = record.observed_on ? dayRange(record.observed_on) : null;
    if (days && days.from.slice(0, 7) === days.to.slice(0, 7)) months[Number(days.from.slice(5, 7)) - 1]! += 1;
    if (!record.taxon) continue;
    const of = groups.get(record.taxon.group) ?? { observations: 0, species: new Set<number>() };
    groups.set(record.taxon.group, of);
    of.observations += 1;
    const species = foundSpeciesId(record);
    if (species !== null) of.species.add(species);
  }
  return {
    months,
    groups: [...groups]
      .map(([group, { observations, species }]) => ({ group, observations, species: species.size }))
      .toSorted((one, other) => other.observations - one.observations || (one.group < other.group ? -1 : 1)),
  };
}
