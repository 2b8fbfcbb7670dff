import { byteAt, floatAt, intAt, metresBetween, uintAt } from '@veld/geometry';
import { ANYWHERE, cellsAround, FREQUENCY_WEEKS, frequencyCell, frequencyCellCentre, frequencyWeek } from './cells.ts';
import type { TaxonGroup } from '../vocabulary.ts';
import { EFFORT, type FrequencyTable, groupNumber, LISTS_OF_SOME, listsOfGroup, WHOLE_COUNTRY } from './table.ts';
import { itemAt } from '../keys.ts';

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
  /** Where it was counted: if too few lists near a place count for its group, in the country. */
  area: FrequencyArea;
  records: number;
  lists: number;
  /** How many lists count for its group. */
  of: number;
  /** The share of lists that it is on, smoothed over weeks and cells; the most likely species come first. */
  frequency: number;
}

export interface LikelySpecies {
  area: FrequencyArea;
  country: string;
  /** 1 to 12. */
  month: number;
  /** The number of lists in the month, of all groups. */
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
 * have too few lists (`MIN_LISTS`) for a group, of the whole country; if that has too few as well, there is no answer for the group.
 * The order of species follows their weighted share of the lists that count for their group: the week counts 1, one before or after
 * 0.5, two 0.25, a cell around half.
 */
export class FrequencyIndex {
  readonly table: FrequencyTable;
  readonly #positionOf: Map<number, number>;
  /** Rows by cell, without those of the whole country. */
  readonly #rowsOf = new Map<number, number[]>();
  readonly #positionOfRow: Int32Array;
  /** The lists of each month in the whole country, once they were asked for. */
  #listsByMonth: ListsOf[] | null = null;

  constructor(table: FrequencyTable) {
    this.table = table;
    this.#positionOf = new Map([...table.taxa].map((taxon, position) => [taxon, position]));
    this.#positionOfRow = new Int32Array(table.cells.length);
    for (let position = 0; position < table.taxa.length; position++) {
      for (let row = intAt(table.rowsFrom, position); row < intAt(table.rowsFrom, position + 1); row++) {
        this.#positionOfRow[row] = position;
        const cell = intAt(table.cells, row);
        const rows = this.#rowsOf.get(cell);
        if (rows) rows.push(row);
        else if (cell !== WHOLE_COUNTRY) this.#rowsOf.set(cell, [row]);
      }
    }
  }

  /** The species to expect at a place on a day (YYYY-MM-DD), most likely first; null with too little data. */
  likely(place: Place | null, day: string): LikelySpecies | null {
    const areas = this.#areas(place, day);
    const areaOf = memo((group: number) => areas.find(({ lists }) => lists(group).lists >= MIN_LISTS));
    const whole = areas.find(({ all }) => all().lists >= MIN_LISTS);
    const species = areas.flatMap((area) => this.#speciesIn(area, (group) => areaOf(group) === area));
    if (!whole || ![...new Set(this.table.groups)].some(areaOf)) return null;
    species.sort((one, other) => other.frequency - one.frequency || other.lists - one.lists || one.taxon_id - other.taxon_id);
    return { area: whole.kind, country: this.table.country, month: whole.month, of: whole.all().lists, species };
  }

  /** The species of some groups that are on lists of an area. */
  #speciesIn({ kind, cells, month, weights, lists: listsOf }: Area, isOfGroup: (group: number) => boolean): Likely[] {
    const { taxa, groups } = this.table;
    if (!groups.some((group, position) => intAt(taxa, position) > EFFORT && isOfGroup(group))) return [];
    const [records, lists, weighted] = [new Float64Array(taxa.length), new Float64Array(taxa.length), new Float64Array(taxa.length)];
    for (const [cell, weight] of cells) {
      for (const row of this.#rowsOf.get(cell) ?? []) {
        const position = intAt(this.#positionOfRow, row);
        const sum = this.#sumOf(row, month, weights);
        records[position]! += sum.records;
        lists[position]! += sum.lists;
        weighted[position]! += weight * sum.weighted;
      }
    }
    const species: Likely[] = [];
    for (let position = 0; position < taxa.length; position++) {
      if (intAt(taxa, position) <= EFFORT || !isOfGroup(byteAt(groups, position))) continue;
      const effort = listsOf(byteAt(groups, position));
      const count = Math.min(effort.lists, Math.round(floatAt(lists, position)));
      if (count === 0) continue;
      const frequency = effort.weighted > 0 ? floatAt(weighted, position) / effort.weighted : 0;
      const { lists: of } = effort;
      species.push({
        taxon_id: intAt(taxa, position),
        area: kind,
        records: Math.round(floatAt(records, position)),
        lists: count,
        of,
        frequency,
      });
    }
    return species;
  }

  /**
   * Whether a species is unusual at a place on a day: it is on none of at least `MIN_LISTS_UNUSUAL` lists of that month that count for
   * its group, nor on one of the months before and after. Null if it is not unusual, or with too little data.
   */
  unusual(
    species: { id: number; group: TaxonGroup },
    place: Place | null,
    day: string,
  ): { area: FrequencyArea; month: number; of: number } | null {
    const group = groupNumber(species.group);
    const area = this.#areas(place, day).find(({ lists }) => lists(group).lists >= MIN_LISTS_UNUSUAL);
    if (!area) return null;
    const { kind, month, cells } = area;
    const isKnown = [month, (month % 12) + 1, ((month + 10) % 12) + 1].some((one) => this.#inMonth(species.id, cells, one).lists > 0);
    return isKnown ? null : { area: kind, month, of: area.lists(group).lists };
  }

  /** The months of a species in the whole country, January first. */
  months(taxonId: number): MonthCount[] {
    const cells = this.#everywhere();
    const listsByMonth = (this.#listsByMonth ??= MONTHS.map((month) => this.#lists(cells, month, NO_WEIGHTS).lists));
    const group = this.table.groups[this.#positionOf.get(taxonId) ?? -1] ?? 0;
    return MONTHS.map((month, index) => {
      const { records, lists } = this.#inMonth(taxonId, cells, month);
      const of = itemAt(listsByMonth, index)(group).lists;
      return { records: Math.round(records), lists: Math.min(of, Math.round(lists)), of };
    });
  }

  /** The cell nearest to a place where a species is on lists of a month; null if it is on none there. */
  nearest(taxonId: number, place: Place, month: number): number | null {
    const { rowsFrom, cells } = this.table;
    const position = this.#positionOf.get(taxonId);
    let [nearest, least]: [number | null, number] = [null, Infinity];
    if (position === undefined) return null;
    for (let row = intAt(rowsFrom, position); row < intAt(rowsFrom, position + 1); row++) {
      const cell = intAt(cells, row);
      if (cell === WHOLE_COUNTRY || cell === ANYWHERE || this.#sumOf(row, month, NO_WEIGHTS).lists === 0) continue;
      const far = metresBetween(frequencyCellCentre(cell), place);
      if (far < least) [nearest, least] = [cell, far];
    }
    return nearest;
  }

  /** Around a place, then the whole country. */
  #areas(place: Place | null, day: string): Area[] {
    const month = Number(day.slice(5, 7));
    const weights = weekWeights(frequencyWeek(day));
    const around = place ? cellsAround(frequencyCell(place.latitude, place.longitude)) : [];
    const near = new Map(around.map((cell, index) => [cell, index === 0 ? 1 : AROUND]));
    return (
      [
        ['near', near],
        ['country', this.#everywhere()],
      ] as const
    ).map(([kind, cells]) => ({ kind, month, cells, weights, ...this.#lists(cells, month, weights) }));
  }

  /** How many lists there are in cells in a month, and how many of them count for a group. Each is counted when it is asked for. */
  #lists(cells: ReadonlyMap<number, number>, month: number, weights: Float64Array): { all: () => Lists; lists: ListsOf } {
    const of = memo((taxonId: number) => this.#inMonth(taxonId, cells, month, weights));
    const lists = memo((group: number) => {
      const [all, some, own] = [of(EFFORT), of(LISTS_OF_SOME), of(group === 0 ? NO_TAXON : listsOfGroup(group))];
      return { lists: all.lists - some.lists + own.lists, weighted: all.weighted - some.weighted + own.weighted };
    });
    return { all: () => of(EFFORT), lists };
  }

  #everywhere(): Map<number, number> {
    return new Map([...this.#rowsOf.keys()].map((cell) => [cell, 1]));
  }

  #inMonth(
    taxonId: number,
    cells: ReadonlyMap<number, number>,
    month: number,
    weights: Float64Array = NO_WEIGHTS,
  ): Lists & { records: number } {
    const { rowsFrom, cells: cellOf } = this.table;
    const total = { records: 0, lists: 0, weighted: 0 };
    const position = this.#positionOf.get(taxonId);
    if (position === undefined) return total;
    for (let row = intAt(rowsFrom, position); row < intAt(rowsFrom, position + 1); row++) {
      const weight = cells.get(intAt(cellOf, row));
      if (weight === undefined) continue;
      const { records, lists, weighted } = this.#sumOf(row, month, weights);
      total.records += records;
      total.lists += lists;
      total.weighted += weight * weighted;
    }
    return total;
  }

  /** The counts of a row in a month, and its lists weighted by week. */
  #sumOf(row: number, month: number, weights: Float64Array): { records: number; lists: number; weighted: number } {
    const { detail, entriesFrom, slots, records, lists, taxa } = this.table;
    const position = intAt(this.#positionOfRow, row);
    const sum = { records: 0, lists: 0, weighted: 0 };
    const isByYear = detail === 'year' && intAt(taxa, position) > EFFORT;
    const weeksOfSlot = detail === 'month' && intAt(taxa, position) > EFFORT ? 4 : 1;
    for (let at = intAt(entriesFrom, row); at < intAt(entriesFrom, row + 1); at++) {
      const first = byteAt(slots, at) * weeksOfSlot;
      let [inMonth, weight] = [Math.floor(first / 4) + 1 === month ? 1 : 0, 0];
      if (isByYear) ({ inMonth, weight } = this.#season(position, month, weights));
      else for (let week = first; week < first + weeksOfSlot; week++) weight += floatAt(weights, week) / weeksOfSlot;
      sum.records += inMonth * uintAt(records, at);
      sum.lists += inMonth * uintAt(lists, at);
      sum.weighted += weight * uintAt(lists, at);
    }
    return sum;
  }

  /** The share of a species' year that is in a month, and its mean weight by week, from its row of the whole country. */
  #season(position: number, month: number, weights: Float64Array): { inMonth: number; weight: number } {
    const { rowsFrom, entriesFrom, slots, lists } = this.table;
    const row = intAt(rowsFrom, position);
    let [total, inMonth, weight] = [0, 0, 0];
    for (let at = intAt(entriesFrom, row); at < intAt(entriesFrom, row + 1); at++) {
      total += uintAt(lists, at);
      weight += floatAt(weights, byteAt(slots, at)) * uintAt(lists, at);
      if (Math.floor(byteAt(slots, at) / 4) + 1 === month) inMonth += uintAt(lists, at);
    }
    return total === 0 ? { inMonth: 0, weight: 0 } : { inMonth: inMonth / total, weight: weight / total };
  }
}

/** A number of lists, and the same weighted by week and cell. */
interface Lists {
  lists: number;
  weighted: number;
}

/** How many lists count for a group. */
type ListsOf = (group: number) => Lists;

interface Area {
  kind: FrequencyArea;
  month: number;
  /** The cells whose lists count, each with its weight. */
  cells: ReadonlyMap<number, number>;
  weights: Float64Array;
  all: () => Lists;
  lists: ListsOf;
}

/** Keeps the results of a function of a number. */
function memo<T>(work: (key: number) => T): (key: number) => T {
  const known = new Map<number, T>();
  return (key) => {
    if (!known.has(key)) known.set(key, work(key));
    return known.get(key)!;
  };
}

/** In no table. */
const NO_TAXON = Number.MIN_SAFE_INTEGER;
const NO_WEIGHTS = new Float64Array(FREQUENCY_WEEKS);

/** The weight of each week of the year around one; December and January are neighbours. */
function weekWeights(week: number): Float64Array {
  const weights = new Float64Array(FREQUENCY_WEEKS);
  for (const [distance, weight] of WEEKS.entries())
    for (const at of [week - distance, week + distance]) weights[(at + FREQUENCY_WEEKS) % FREQUENCY_WEEKS] = weight;
  return weights;
}
