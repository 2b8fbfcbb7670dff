import { byteAt, intAt, uintAt } from '@veld/geometry';
import { TAXON_GROUPS, type TaxonGroup } from '../vocabulary.ts';

/**
 * How fine the season is in a table: counts of each week; of each month; or of the year, with the weeks of the whole country. The
 * coarser ones are for countries whose pack would otherwise be too large.
 */
export const FREQUENCY_DETAILS = ['week', 'month', 'year'] as const;
export type FrequencyDetail = (typeof FREQUENCY_DETAILS)[number];

/** Stands for all species together: its counts are the effort, that is all records, lists and people. As all that is not above it, always by week. */
export const EFFORT = 0;
/** Stands for the lists that count for some groups only, each once (docs/decisions/0055-complete-journeys.md). */
export const LISTS_OF_SOME = -1;
/** The number of a group, as tables have it; 0 is unknown. */
export const groupNumber = (group: TaxonGroup | undefined) => (group === undefined ? 0 : TAXON_GROUPS.indexOf(group) + 1);
/** Stands for the lists of these that count for a group. */
export const listsOfGroup = (group: number) => LISTS_OF_SOME - group;
/** The lowest of the numbers that stand for lists. */
export const FIRST_TAXON = listsOfGroup(TAXON_GROUPS.length);
/** Stands for the whole country; only with the detail `year`. */
export const WHOLE_COUNTRY = -1;

/** One count: of a taxon in a cell and a slot of the year, which is a week, a month or 0 for the year. */
export interface FrequencyCount {
  taxon_id: number;
  /** The number of its group; 0 if unknown, and of what stands for lists. */
  group?: number;
  cell: number;
  slot: number;
  records: number;
  /** On how many lists. A list is what one person recorded in a cell on a day. */
  lists: number;
  /** 0 if unknown, as in bar charts. */
  people: number;
}

/**
 * The frequencies of a country, in columns: taxon `i` has the rows from `rowsFrom[i]` up to `rowsFrom[i + 1]`, one for each cell, and
 * row `r` the entries from `entriesFrom[r]`, one for each slot. All are in ascending order.
 */
export interface FrequencyTable {
  country: string;
  detail: FrequencyDetail;
  taxa: Int32Array;
  /** The number of the group of each taxon. */
  groups: Uint8Array;
  rowsFrom: Int32Array;
  cells: Int32Array;
  entriesFrom: Int32Array;
  slots: Uint8Array;
  records: Uint32Array;
  lists: Uint32Array;
  people: Uint32Array;
}

/** Makes a table of counts that come in the order of taxon, cell and slot. */
export class FrequencyTableBuilder {
  readonly #country: string;
  readonly #detail: FrequencyDetail;
  readonly #taxa: number[] = [];
  readonly #groups: number[] = [];
  readonly #rowsFrom: number[] = [];
  readonly #cells: number[] = [];
  readonly #entriesFrom: number[] = [];
  readonly #slots: number[] = [];
  readonly #records: number[] = [];
  readonly #lists: number[] = [];
  readonly #people: number[] = [];

  constructor(country: string, detail: FrequencyDetail) {
    this.#country = country;
    this.#detail = detail;
  }

  add({ taxon_id, group = 0, cell, slot, records, lists, people }: FrequencyCount): void {
    const isNewTaxon = this.#taxa.at(-1) !== taxon_id;
    if (isNewTaxon) {
      this.#taxa.push(taxon_id);
      this.#groups.push(group);
      this.#rowsFrom.push(this.#cells.length);
    }
    if (isNewTaxon || this.#cells.at(-1) !== cell) {
      this.#cells.push(cell);
      this.#entriesFrom.push(this.#slots.length);
    }
    this.#slots.push(slot);
    this.#records.push(records);
    this.#lists.push(lists);
    this.#people.push(people);
  }

  build(): FrequencyTable {
    return {
      country: this.#country,
      detail: this.#detail,
      taxa: Int32Array.from(this.#taxa),
      groups: Uint8Array.from(this.#groups),
      rowsFrom: Int32Array.from([...this.#rowsFrom, this.#cells.length]),
      cells: Int32Array.from(this.#cells),
      entriesFrom: Int32Array.from([...this.#entriesFrom, this.#slots.length]),
      slots: Uint8Array.from(this.#slots),
      records: Uint32Array.from(this.#records),
      lists: Uint32Array.from(this.#lists),
      people: Uint32Array.from(this.#people),
    };
  }
}

/** The counts of a taxon, by its position in `taxa`. */
export function* listFrequencyCounts(table: FrequencyTable, position: number): Generator<FrequencyCount> {
  for (let row = intAt(table.rowsFrom, position); row < intAt(table.rowsFrom, position + 1); row++) {
    for (let at = intAt(table.entriesFrom, row); at < intAt(table.entriesFrom, row + 1); at++) {
      yield {
        taxon_id: intAt(table.taxa, position),
        group: byteAt(table.groups, position),
        cell: intAt(table.cells, row),
        slot: byteAt(table.slots, at),
        records: uintAt(table.records, at),
        lists: uintAt(table.lists, at),
        people: uintAt(table.people, at),
      };
    }
  }
}

/** A table by week with less detail. What stands for lists stays as it is. */
export function coarsened(table: FrequencyTable, detail: FrequencyDetail): FrequencyTable {
  if (detail === 'week') return table;
  const builder = new FrequencyTableBuilder(table.country, detail);
  for (const [position, taxon] of table.taxa.entries()) {
    const counts = [...listFrequencyCounts(table, position)];
    if (taxon <= EFFORT) for (const count of counts) builder.add(count);
    else if (detail === 'month') addSums(builder, counts, (count) => ({ ...count, slot: Math.floor(count.slot / 4) }));
    else {
      const ofWeeks = counts.map((count) => ({ ...count, cell: WHOLE_COUNTRY })).sort((one, other) => one.slot - other.slot);
      addSums(builder, ofWeeks, (count) => count);
      addSums(builder, counts, (count) => ({ ...count, slot: 0 }));
    }
  }
  return builder.build();
}

/** Adds up counts that follow each other and get the same cell and slot. */
function addSums(
  builder: FrequencyTableBuilder,
  counts: readonly FrequencyCount[],
  moved: (count: FrequencyCount) => FrequencyCount,
): void {
  let sum: FrequencyCount | null = null;
  for (const count of counts) {
    const next = moved(count);
    if (sum && sum.cell === next.cell && sum.slot === next.slot) {
      sum.records += next.records;
      sum.lists += next.lists;
      sum.people += next.people;
    } else {
      if (sum) builder.add(sum);
      sum = { ...next };
    }
  }
  if (sum) builder.add(sum);
}
