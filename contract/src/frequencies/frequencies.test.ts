import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellsAround, frequencyCell, frequencyWeek } from './cells.ts';
import { TAXON_GROUPS } from '../vocabulary.ts';
import { FrequencyIndex } from './lookup.ts';
import { encodeDelta, encodeTable, writePack, readPack } from './pack.ts';
import {
  coarsened,
  FIRST_TAXON,
  type FrequencyCount,
  type FrequencyDetail,
  type FrequencyTable,
  FrequencyTableBuilder,
  groupNumber,
  LISTS_OF_SOME,
  listsOfGroup,
} from './table.ts';

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
    taxon_id: fc.oneof(fc.integer({ min: FIRST_TAXON, max: 9 }), fc.integer({ min: 0, max: 2 ** 30 })),
    group: fc.integer({ min: 0, max: TAXON_GROUPS.length }),
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
        expect(readPack(writePack(V1, bytes))).toEqual({ version: V1, table });
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

  it('is read as it was before it had groups', () => {
    const old = Uint8Array.from([...new TextEncoder().encode(`VF1${V1}NL`), 0, 1, 3, 1, 4, 7, 1, 1, 1, 1, 17, 1, 5]);
    const { table } = readPack(old);
    expect([...table.groups, ...table.taxa, ...table.cells, ...table.slots, ...table.lists]).toEqual([0, 7, 3, 4, 5]);
  });

  it('is refused when it is cut off or is something else', () => {
    const bytes = writePack(V1, encodeTable(tableOf([{ taxon_id: 7, cell: 3, slot: 4, records: 5, lists: 3, people: 2 }])));
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
const [BIRD, MOSS] = [groupNumber('bird'), groupNumber('moss')];
const count = (taxon_id: number, cell: number, slot: number, lists: number, group = taxon_id > 0 ? BIRD : 0) => ({
  taxon_id,
  group,
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

const bird = (id: number) => ({ id, group: 'bird' }) as const;

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
    expect(index.unusual(bird(4), MAASTRICHT, '2026-11-24')).toEqual({ area: 'near', month: 11, of: 60 });
    expect(index.unusual(bird(3), MAASTRICHT, '2026-11-24')).toBeNull();
    // 40 lists nearby are too few, so the country decides.
    expect(index.unusual(bird(4), UTRECHT, '2026-11-24')).toEqual({ area: 'country', month: 11, of: 100 });
    expect(index.unusual(bird(3), UTRECHT, '2026-11-24')).toBeNull();
    expect(index.unusual(bird(4), UTRECHT, '2026-03-01')).toBeNull();
  });

  describe('with lists of some groups', () => {
    // Near Utrecht 40 lists: 15 on which everything may be, 25 of birds alone; 5 of mosses in Maastricht.
    const some = [
      count(0, HERE, 42, 40),
      count(LISTS_OF_SOME, HERE, 42, 25),
      count(listsOfGroup(BIRD), HERE, 42, 25),
      count(0, FAR, 42, 45),
      count(LISTS_OF_SOME, FAR, 42, 5),
      count(listsOfGroup(MOSS), FAR, 42, 5),
      count(1, HERE, 42, 20),
      count(7, HERE, 42, 3, MOSS),
      count(7, FAR, 42, 12, MOSS),
      count(8, FAR, 20, 1, MOSS),
    ];

    it.each(['week', 'month', 'year'] as const)(
      'has those of its group below each species, and looks further for a group with few (%s)',
      (detail) => {
        const index = new FrequencyIndex(coarsened(tableOf(some), detail));
        const { species, ...found } = index.likely(UTRECHT, '2026-11-24')!;
        expect(found).toMatchObject({ area: 'near', of: 40 });
        // The weeks of a month are not known apart.
        const shares = detail === 'month' ? [0.4375, 0.21875] : [0.5, 0.25];
        expect(species).toEqual([
          { taxon_id: 1, area: 'near', records: 21, lists: 20, of: 40, frequency: shares[0] },
          { taxon_id: 7, area: 'country', records: 17, lists: 15, of: 60, frequency: shares[1] },
        ]);
      },
    );

    it('counts no list of birds alone where it says what is unusual, and in the months of a moss', () => {
      const index = new FrequencyIndex(tableOf(some));
      expect(index.unusual({ id: 8, group: 'moss' }, UTRECHT, '2026-11-24')).toEqual({ area: 'country', month: 11, of: 60 });
      expect(index.unusual({ id: 9, group: 'plant' }, UTRECHT, '2026-11-24')).toEqual({ area: 'country', month: 11, of: 55 });
      expect(index.months(7)[10]).toEqual({ records: 17, lists: 15, of: 60 });
      expect(index.months(1)[10]).toMatchObject({ lists: 20, of: 80 });
    });

    it('knows nothing of any group from lists that are all of others', () => {
      const others = [
        count(0, HERE, 42, 20),
        count(LISTS_OF_SOME, HERE, 42, 20),
        count(listsOfGroup(BIRD), HERE, 42, 20),
        count(7, HERE, 42, 1, MOSS),
      ];
      expect(new FrequencyIndex(tableOf(others)).likely(UTRECHT, '2026-11-24')).toBeNull();
    });
  });

  it('has the months of a species in the country', () => {
    const months = index.months(1);
    expect(months[10]).toEqual({ records: 16, lists: 14, of: 100 });
    expect(months[5]).toEqual({ records: 0, lists: 0, of: 30 });
    expect(months).toHaveLength(12);
  });

  it.each(['month', 'year'] as const)('keeps its numbers by %s as far as it can', (detail) => {
    const coarse = coarsened(tableOf(november), detail);
    expect(readPack(writePack(V1, encodeTable(coarse))).table).toEqual(coarse);
    const found = new FrequencyIndex(coarse).likely(UTRECHT, '2026-11-24')!;
    expect(found.of).toBe(40);
    expect(found.species.map(({ taxon_id, lists }) => [taxon_id, lists])).toEqual([
      [1, 14],
      [2, 9],
    ]);
    expect(new FrequencyIndex(coarse).months(4).map(({ lists }) => lists)).toEqual([0, 0, 0, 0, 0, 30, 0, 0, 0, 0, 0, 0]);
  });
});
