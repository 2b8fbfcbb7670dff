import { cellsAround, FREQUENCY_WEEKS, frequencyCell, frequencyWeek } from './cells.ts';
import { EFFORT, type FrequencyTable, WHOLE_COUNTRY } from './table.ts';

/** Fewer lists than this in a month say too little about what to expect. */
export const MIN_LISTS = 20;
/** From this number of lists, a species that is on none of them is unusual. */
export const MIN_LISTS_UNUSUAL = 50;
/** Weight of the lists of a cell around, and of those one and two weeks before or after. */
const AROUND = 0.5;
const WEEKS = [1, 0.5, 0.25];
const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);

export interface Place {
  latitude: number;
  longitude: number;
}

/** `near`: the cell of the place and those around it. */
export type FrequencyArea = 'near' | 'country';

/** A species with its counts of the month. */
export interface Likely {
  taxon_id: number;
  records: number;
  lists: number;
  /** The share of lists that it is on, smoothed over weeks and cells; the most likely species come first. */
  frequency: number;
}

export interface LikelySpecies {
  area: FrequencyArea;
  country: string;
  /** 1 to 12. */
  month: number;
  /** The number of lists in the month. */
  of: number;
  species: Likely[];
}

/** One month of the chart of a species: in how many records and on how many lists, of how many lists. */
export interface MonthCount {
  records: number;
  lists: number;
  of: number;
}

/**
 * Answers questions about frequencies. Numbers are those of the calendar month, in the cell of the place and those around it; if these
 * have too few lists (`MIN_LISTS`), of the whole country; if that has too few as well, there is no answer. The order of species
 * follows their weighted share of lists: the week counts 1, one before or after 0.5, two 0.25, a cell around half.
 */
export class FrequencyIndex {
  readonly table: FrequencyTable;
  readonly #positionOf: Map<number, number>;
  /** Rows by cell, without those of the whole country. */
  readonly #rowsOf = new Map<number, number[]>();
  readonly #positionOfRow: Int32Array;
  /** The number of lists of each month in the whole country, once it was asked for. */
  #listsByMonth: number[] | null = null;

  constructor(table: FrequencyTable) {
    this.table = table;
    this.#positionOf = new Map([...table.taxa].map((taxon, position) => [taxon, position]));
    this.#positionOfRow = new Int32Array(table.cells.length);
    for (let position = 0; position < table.taxa.length; position++) {
      for (let row = table.rowsFrom[position]!; row < table.rowsFrom[position + 1]!; row++) {
        this.#positionOfRow[row] = position;
        const cell = table.cells[row]!;
        const rows = this.#rowsOf.get(cell);
        if (rows) rows.push(row);
        else if (cell !== WHOLE_COUNTRY) this.#rowsOf.set(cell, [row]);
      }
    }
  }

  /** The species to expect at a place on a day (YYYY-MM-DD), most likely first; null with too little data. */
  likely(place: Place | null, day: string): LikelySpecies | null {
    const area = this.#areaOf(place, day, MIN_LISTS);
    if (!area) return null;
    const { taxa } = this.table;
    const weights = weekWeights(frequencyWeek(day));
    const [records, lists, weighted] = [new Float64Array(taxa.length), new Float64Array(taxa.length), new Float64Array(taxa.length)];
    for (const [cell, weight] of area.cells) {
      for (const row of this.#rowsOf.get(cell) ?? []) {
        const position = this.#positionOfRow[row]!;
        const sum = this.#sumOf(row, area.month, weights);
        records[position]! += sum.records;
        lists[position]! += sum.lists;
        weighted[position]! += weight * sum.weighted;
      }
    }
    const effort = weighted[this.#positionOf.get(EFFORT)!]!;
    const species: Likely[] = [];
    for (let position = 0; position < taxa.length; position++) {
      const count = Math.min(area.of, Math.round(lists[position]!));
      if (taxa[position] === EFFORT || count === 0) continue;
      const frequency = effort > 0 ? weighted[position]! / effort : 0;
      species.push({ taxon_id: taxa[position]!, records: Math.round(records[position]!), lists: count, frequency });
    }
    species.sort((one, other) => other.frequency - one.frequency || other.lists - one.lists || one.taxon_id - other.taxon_id);
    return { area: area.kind, country: this.table.country, month: area.month, of: area.of, species };
  }

  /**
   * Whether a species is unusual at a place on a day: it is on none of at least `MIN_LISTS_UNUSUAL` lists of that month, nor on one of
   * the months before and after. Null if it is not unusual, or with too little data.
   */
  unusual(taxonId: number, place: Place | null, day: string): { area: FrequencyArea; month: number; of: number } | null {
    const area = this.#areaOf(place, day, MIN_LISTS_UNUSUAL);
    if (!area) return null;
    const { kind, month, of, cells } = area;
    const isKnown = [month, (month % 12) + 1, ((month + 10) % 12) + 1].some((one) => this.#inMonth(taxonId, cells, one).lists > 0);
    return isKnown ? null : { area: kind, month, of };
  }

  /** The months of a species in the whole country, January first. */
  months(taxonId: number): MonthCount[] {
    const cells = this.#everywhere();
    const listsByMonth = (this.#listsByMonth ??= MONTHS.map((month) => this.#inMonth(EFFORT, cells, month).lists));
    return MONTHS.map((month, index) => {
      const { records, lists } = this.#inMonth(taxonId, cells, month);
      const of = listsByMonth[index]!;
      return { records: Math.round(records), lists: Math.min(of, Math.round(lists)), of };
    });
  }

  /** The cells whose lists count for a place, each with its weight. */
  #areaOf(place: Place | null, day: string, minLists: number): Area | null {
    const month = Number(day.slice(5, 7));
    const around = place ? cellsAround(frequencyCell(place.latitude, place.longitude)) : [];
    const near = new Map(around.map((cell, index) => [cell, index === 0 ? 1 : AROUND]));
    for (const [kind, cells] of [
      ['near', near],
      ['country', this.#everywhere()],
    ] as const) {
      const of = this.#inMonth(EFFORT, cells, month).lists;
      if (of >= minLists) return { kind, month, of, cells };
    }
    return null;
  }

  #everywhere(): Map<number, number> {
    return new Map([...this.#rowsOf.keys()].map((cell) => [cell, 1]));
  }

  #inMonth(taxonId: number, cells: ReadonlyMap<number, number>, month: number): { records: number; lists: number } {
    const { rowsFrom, cells: cellOf } = this.table;
    const total = { records: 0, lists: 0 };
    const position = this.#positionOf.get(taxonId);
    if (position === undefined) return total;
    for (let row = rowsFrom[position]!; row < rowsFrom[position + 1]!; row++) {
      if (!cells.has(cellOf[row]!)) continue;
      const { records, lists } = this.#sumOf(row, month, NO_WEIGHTS);
      total.records += records;
      total.lists += lists;
    }
    return total;
  }

  /** The counts of a row in a month, and its lists weighted by week. */
  #sumOf(row: number, month: number, weights: Float64Array): { records: number; lists: number; weighted: number } {
    const { detail, entriesFrom, slots, records, lists, taxa } = this.table;
    const position = this.#positionOfRow[row]!;
    const sum = { records: 0, lists: 0, weighted: 0 };
    const isByYear = detail === 'year' && taxa[position] !== EFFORT;
    const weeksOfSlot = detail === 'month' && taxa[position] !== EFFORT ? 4 : 1;
    for (let at = entriesFrom[row]!; at < entriesFrom[row + 1]!; at++) {
      const first = slots[at]! * weeksOfSlot;
      let [inMonth, weight] = [Math.floor(first / 4) + 1 === month ? 1 : 0, 0];
      if (isByYear) ({ inMonth, weight } = this.#season(position, month, weights));
      else for (let week = first; week < first + weeksOfSlot; week++) weight += weights[week]! / weeksOfSlot;
      sum.records += inMonth * records[at]!;
      sum.lists += inMonth * lists[at]!;
      sum.weighted += weight * lists[at]!;
    }
    return sum;
  }

  /** The share of a species' year that is in a month, and its mean weight by week, from its row of the whole country. */
  #season(position: number, month: number, weights: Float64Array): { inMonth: number; weight: number } {
    const { rowsFrom, entriesFrom, slots, lists } = this.table;
    const row = rowsFrom[position]!;
    let [total, inMonth, weight] = [0, 0, 0];
    for (let at = entriesFrom[row]!; at < entriesFrom[row + 1]!; at++) {
      total += lists[at]!;
      weight += weights[slots[at]!]! * lists[at]!;
      if (Math.floor(slots[at]! / 4) + 1 === month) inMonth += lists[at]!;
    }
    return total === 0 ? { inMonth: 0, weight: 0 } : { inMonth: inMonth / total, weight: weight / total };
  }
}

interface Area {
  kind: FrequencyArea;
  month: number;
  of: number;
  cells: ReadonlyMap<number, number>;
}

const NO_WEIGHTS = new Float64Array(FREQUENCY_WEEKS);

/** The weight of each week of the year around one; December and January are neighbours. */
function weekWeights(week: number): Float64Array {
  const weights = new Float64Array(FREQUENCY_WEEKS);
  for (const [distance, weight] of WEEKS.entries())
    for (const at of [week - distance, week + distance]) weights[(at + FREQUENCY_WEEKS) % FREQUENCY_WEEKS] = weight;
  return weights;
}
