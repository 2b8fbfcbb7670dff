import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellsAround, frequencyCell, frequencyWeek } from './cells.ts';
import { FrequencyIndex } from './lookup.ts';
import { encodeDelta, encodeTable, packOf, readPack } from './pack.ts';
import { coarsened, type FrequencyCount, type FrequencyDetail, type FrequencyTable, FrequencyTableBuilder } from './table.ts';

const [V1, V2] = ['a'.repeat(22), 'b'.repeat(22)];

function tableOf(counts: readonly FrequencyCount[], detail: FrequencyDetail = 'week'): FrequencyTable {
  const builder = new FrequencyTableBuilder('NL', detail);
  const byPlace = new Map(counts.map((count) => [`${count.taxon_id} ${count.cell} ${count.slot}`, count]));
  const sorted = [...byPlace.values()].sort((a, b) => a.taxon_id - b.taxon_id || a.cell - b.cell || a.slot - b.slot);
  for (const count of sorted) builder.add(count);
  return builder.build();
}

const number = fc.oneof(fc.constant(1), fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 2 ** 31 }));
const counts = fc.array(
  fc.record({
    taxon_id: fc.oneof(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 2 ** 30 })),
    cell: fc.oneof(fc.integer({ min: -1, max: 6 }), fc.integer({ min: 0, max: 2 ** 20 - 1 })),
    slot: fc.integer({ min: 0, max: 47 }),
    records: number,
    lists: number,
    people: number,
  }),
  { maxLength: 80 },
);

describe('a pack of frequencies', () => {
  it('is read as it was written, and equal tables have equal bytes', () => {
    fc.assert(
      fc.property(counts, (list) => {
        const table = tableOf(list);
        const bytes = encodeTable(table);
        expect(readPack(packOf(V1, bytes))).toEqual({ version: V1, table });
        expect(encodeTable(tableOf(list.toReversed().toReversed()))).toEqual(bytes);
      }),
    );
  });

  it('is brought up to date by a delta, which fits no other version', () => {
    fc.assert(
      fc.property(counts, counts, (before, after) => {
        const from = { version: V1, table: tableOf([...before, ...after.slice(0, 3)]) };
        const to = { version: V2, table: tableOf([...before.slice(2), ...after]) };
        const delta = encodeDelta(from, to)!;
        expect(readPack(delta, from)).toEqual(to);
        expect(() => readPack(delta, { ...from, version: V2 })).toThrow(RangeError);
        expect(() => readPack(delta)).toThrow(RangeError);
      }),
    );
  });

  it('is refused when it is cut off or is something else', () => {
    const bytes = packOf(V1, encodeTable(tableOf([{ taxon_id: 7, cell: 3, slot: 4, records: 5, lists: 3, people: 2 }])));
    for (let length = 0; length < bytes.length; length++) expect(() => readPack(bytes.subarray(0, length))).toThrow(RangeError);
    expect(() => readPack(new TextEncoder().encode('<!doctype html><html><body>Log in to use this network</body></html>'))).toThrow(
      RangeError,
    );
  });
});

describe('cells and weeks', () => {
  it('have four weeks a month, the last one to its end', () => {
    expect(['2026-01-01', '2026-01-07', '2026-01-08', '2026-02-28', '2024-02-29', '2026-12-31'].map(frequencyWeek)).toEqual([
      0, 0, 1, 7, 7, 47,
    ]);
  });

  it('surround a cell with its eight neighbours, across the antimeridian too', () => {
    expect(new Set(cellsAround(frequencyCell(52.1, 5.1))).size).toBe(9);
    expect(cellsAround(frequencyCell(-17, 179.99))).toContain(frequencyCell(-17, -179.99));
    expect(cellsAround(frequencyCell(89, 0))).toHaveLength(6);
    expect(cellsAround(frequencyCell(52.1, 5.1))).toContain(frequencyCell(52.1, 5.4));
  });
});

const UTRECHT = { latitude: 52.09, longitude: 5.12 };
const MAASTRICHT = { latitude: 50.85, longitude: 5.69 };
const [HERE, NEXT, FAR] = [frequencyCell(52.09, 5.12), frequencyCell(52.09, 5.45), frequencyCell(50.85, 5.69)];
const count = (taxon_id: number, cell: number, slot: number, lists: number) => ({
  taxon_id,
  cell,
  slot,
  records: lists + 1,
  lists,
  people: 1,
});
/** Weeks 40 to 43 are November. */
const november = [
  count(0, HERE, 40, 10),
  count(0, HERE, 42, 20),
  count(0, NEXT, 41, 10),
  count(0, FAR, 42, 60),
  count(0, HERE, 20, 30),
  count(1, HERE, 42, 4),
  count(1, NEXT, 41, 10),
  count(2, HERE, 40, 9),
  count(3, FAR, 42, 5),
  count(4, HERE, 20, 30),
];

describe('what to expect', () => {
  const index = new FrequencyIndex(tableOf(november));

  it('is counted in the month, in the cell and those around it', () => {
    const found = index.likely(UTRECHT, '2026-11-24')!;
    expect(found).toMatchObject({ area: 'near', month: 11, of: 40 });
    expect(found.species.map(({ taxon_id, lists }) => [taxon_id, lists])).toEqual([
      [1, 14],
      [2, 9],
    ]);
    // Lists of a week ago count half, those of two weeks ago a quarter, and in the next cell half of that.
    expect(found.species[0]!.frequency).toBeCloseTo((4 / 2 + 10 / 8) / (20 / 2 + 10 / 8));
  });

  it('follows the week within the month', () => {
    expect(index.likely(UTRECHT, '2026-11-01')!.species.map(({ taxon_id }) => taxon_id)).toEqual([2, 1]);
  });

  it('is that of the country where there are too few lists, and unknown where the country has too few', () => {
    const few = new FrequencyIndex(
      tableOf(november.filter(({ cell, slot }) => cell !== FAR || slot !== 42).concat(count(0, FAR, 42, 5), count(3, FAR, 42, 2))),
    );
    expect(few.likely(MAASTRICHT, '2026-11-24')).toMatchObject({ area: 'country', of: 45 });
    expect(few.likely(MAASTRICHT, '2026-11-24')!.species.map(({ taxon_id }) => taxon_id)).toEqual([1, 3, 2]);
    expect(few.likely(null, '2026-11-24')).toMatchObject({ area: 'country' });
    // Never that of another season.
    expect(few.likely(UTRECHT, '2026-02-10')).toBeNull();
    expect(new FrequencyIndex(tableOf([])).likely(UTRECHT, '2026-11-24')).toBeNull();
  });

  it('leaves out what is unusual in this month, which is known only from many lists', () => {
    expect(index.unusual(4, MAASTRICHT, '2026-11-24')).toEqual({ area: 'near', month: 11, of: 60 });
    expect(index.unusual(3, MAASTRICHT, '2026-11-24')).toBeNull();
    // 40 lists nearby are too few, so the country decides.
    expect(index.unusual(4, UTRECHT, '2026-11-24')).toEqual({ area: 'country', month: 11, of: 100 });
    expect(index.unusual(3, UTRECHT, '2026-11-24')).toBeNull();
    expect(index.unusual(4, UTRECHT, '2026-03-01')).toBeNull();
  });

  it('has the months of a species in the country', () => {
    const months = index.months(1);
    expect(months[10]).toEqual({ records: 16, lists: 14, of: 100 });
    expect(months[5]).toEqual({ records: 0, lists: 0, of: 30 });
    expect(months).toHaveLength(12);
  });

  it.each(['month', 'year'] as const)('keeps its numbers by %s as far as it can', (detail) => {
    const coarse = coarsened(tableOf(november), detail);
    expect(readPack(packOf(V1, encodeTable(coarse))).table).toEqual(coarse);
    const found = new FrequencyIndex(coarse).likely(UTRECHT, '2026-11-24')!;
    expect(found.of).toBe(40);
    expect(found.species.map(({ taxon_id, lists }) => [taxon_id, lists])).toEqual([
      [1, 14],
      [2, 9],
    ]);
    expect(new FrequencyIndex(coarse).months(4).map(({ lists }) => lists)).toEqual([0, 0, 0, 0, 0, 30, 0, 0, 0, 0, 0, 0]);
  });
});
