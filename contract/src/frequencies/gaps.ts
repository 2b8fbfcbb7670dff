import { ANYWHERE, cellsAround, frequencyCell } from './cells.ts';
import { listFrequencyCounts, EFFORT, type FrequencyTable, WHOLE_COUNTRY } from './table.ts';
import type { Place } from './lookup.ts';

/** A group counts as a gap only if at least this many of its records would be expected near a place. */
const MIN_EXPECTED = 5;
/** It is a gap with less than this share of what is expected. */
const MAX_SHARE = 1 / 3;
/** A cell with fewer lists than this has hardly been looked at. */
const FEW_LISTS = 5;

export interface GroupGap {
  group: string;
  /** Records of the group in the cell of the place and those around it. */
  records: number;
  /** As many as there would be if the group had the same share of all records as in the whole country. */
  expected: number;
}

export interface CellGap {
  cell: number;
  /** How many lists there are in the cell. */
  lists: number;
}

/**
 * Groups with few records near a place, the largest gap first. `readGroup` gives the group of a taxon, or undefined; the taxa that it
 * knows are all records there are.
 */
export function groupGaps(table: FrequencyTable, place: Place, groupOf: (taxonId: number) => string | undefined): GroupGap[] {
  const around = new Set(cellsAround(frequencyCell(place.latitude, place.longitude)));
  const near = new Map<string, number>();
  const all = new Map<string, number>();
  let [nearTotal, total] = [0, 0];
  for (const [position, taxonId] of table.taxa.entries()) {
    const group = taxonId <= EFFORT ? undefined : groupOf(taxonId);
    if (group === undefined) continue;
    for (const { cell, records } of listFrequencyCounts(table, position)) {
      if (cell === WHOLE_COUNTRY) continue;
      all.set(group, (all.get(group) ?? 0) + records);
      total += records;
      if (!around.has(cell)) continue;
      near.set(group, (near.get(group) ?? 0) + records);
      nearTotal += records;
    }
  }
  return [...all]
    .map(([group, records]) => ({ group, records: near.get(group) ?? 0, expected: Math.round((nearTotal * records) / total) }))
    .filter(({ records, expected }) => expected >= MIN_EXPECTED && records < MAX_SHARE * expected)
    .sort((one, other) => other.expected - other.records - (one.expected - one.records) || one.group.localeCompare(other.group));
}

/**
 * The cell of a place and those around it that have hardly been looked at, the emptiest first; none if that is true of all of them, as
 * where nobody has recorded yet. A cell may be at sea or in another country.
 */
export function cellGaps(table: FrequencyTable, place: Place): CellGap[] {
  const lists = new Map(cellsAround(frequencyCell(place.latitude, place.longitude)).map((cell) => [cell, 0]));
  const effort = table.taxa.indexOf(EFFORT);
  if (effort === -1) return [];
  for (const { cell, lists: count } of listFrequencyCounts(table, effort)) {
    const before = lists.get(cell);
    if (cell !== ANYWHERE && before !== undefined) lists.set(cell, before + count);
  }
  const few = [...lists].filter(([, count]) => count < FEW_LISTS);
  return few.length === lists.size
    ? []
    : few.map(([cell, count]) => ({ cell, lists: count })).sort((one, other) => one.lists - other.lists);
}
