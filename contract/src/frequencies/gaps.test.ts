import { describe, expect, it } from 'vitest';
import { ANYWHERE, cellsAround, frequencyCell, frequencyCellCentre } from './cells.ts';
import { cellGaps, groupGaps } from './gaps.ts';
import { FrequencyIndex } from './lookup.ts';
import { EFFORT, type FrequencyCount, FrequencyTableBuilder } from './table.ts';

const HERE = { latitude: 52.09, longitude: 5.12 };
const [CELL, ...AROUND] = cellsAround(frequencyCell(HERE.latitude, HERE.longitude)) as [number, ...number[]];
const FAR = frequencyCell(53.22, 6.57);
const BIRD = 1;
const MOSS = 2;
const NEWT = 3;
const groups: Record<number, string> = { [BIRD]: 'bird', [MOSS]: 'moss', [NEWT]: 'amphibian' };
const groupOf = (id: number) => groups[id];

/** Records and lists of a taxon in a cell; with the effort, which is not sorted by group. */
function table(...counts: [taxon_id: number, cell: number, records: number, lists?: number][]) {
  const builder = new FrequencyTableBuilder('NL', 'week');
  const all = counts.map(([taxon_id, cell, records, lists = records]): FrequencyCount => ({
    taxon_id,
    cell,
    slot: 0,
    records,
    lists,
    people: 1,
  }));
  for (const count of all.toSorted((one, other) => one.taxon_id - other.taxon_id || one.cell - other.cell)) builder.add(count);
  return builder.build();
}

describe('gaps', () => {
  it('are groups with far fewer records nearby than their share in the country, the largest first', () => {
    const found = groupGaps(
      table([BIRD, CELL, 90], [BIRD, FAR, 10], [MOSS, CELL, 4], [MOSS, FAR, 46], [NEWT, AROUND[0]!, 0], [NEWT, FAR, 50], [77, CELL, 900]),
      HERE,
      groupOf,
    );
    // Of 200 records in the country 94 are nearby, and a quarter of all is of each of the two groups.
    expect(found).toEqual([
      { group: 'amphibian', records: 0, expected: 24 },
      { group: 'moss', records: 4, expected: 24 },
    ]);
    // 20 of an expected 55, more than a third.
    const fewer = table([BIRD, CELL, 90], [BIRD, FAR, 10], [MOSS, CELL, 20], [MOSS, FAR, 80]);
    expect(groupGaps(fewer, HERE, groupOf), 'not far fewer').toEqual([]);
    expect(groupGaps(table([BIRD, CELL, 8], [MOSS, FAR, 8]), HERE, groupOf), 'too little is expected').toEqual([]);
    expect(groupGaps(table(), HERE, groupOf)).toEqual([]);
  });

  it('are also cells nearby with hardly any lists, the emptiest first, and there are none where nobody has been', () => {
    const busy = AROUND.slice(2).map((cell): [number, number, number] => [EFFORT, cell, 12]);
    const found = cellGaps(
      table([EFFORT, CELL, 100], [EFFORT, AROUND[1]!, 30, 4], ...busy, [EFFORT, FAR, 1], [BIRD, AROUND[0]!, 60]),
      HERE,
    );
    expect(found).toEqual([
      { cell: AROUND[0], lists: 0 },
      { cell: AROUND[1], lists: 4 },
    ]);
    expect(cellGaps(table([EFFORT, FAR, 100]), HERE)).toEqual([]);
    expect(cellGaps(table(), HERE)).toEqual([]);
  });

  it('lie around the centres of cells', () => {
    for (const cell of [CELL, ...AROUND, FAR, frequencyCell(-33.9, 18.4), frequencyCell(80, -179.9)]) {
      const { latitude, longitude } = frequencyCellCentre(cell);
      expect(frequencyCell(latitude, longitude)).toBe(cell);
    }
    const { latitude, longitude } = frequencyCellCentre(CELL);
    expect(Math.hypot(latitude - HERE.latitude, longitude - HERE.longitude)).toBeLessThan(0.25);
  });
});

describe('the nearest cell of a species', () => {
  it('is the closest one where it is on lists of the month', () => {
    const index = new FrequencyIndex(table([BIRD, FAR, 3], [BIRD, AROUND[0]!, 1], [MOSS, FAR, 2], [MOSS, ANYWHERE, 2]));
    expect(index.nearest(BIRD, HERE, 1)).toBe(AROUND[0]);
    expect(index.nearest(MOSS, HERE, 1)).toBe(FAR);
    expect([index.nearest(BIRD, HERE, 2), index.nearest(NEWT, HERE, 1)]).toEqual([null, null]);
  });
});
