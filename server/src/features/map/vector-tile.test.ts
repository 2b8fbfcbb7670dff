import { writeTile } from '@veld/geography';
import { describe, expect, it } from 'vitest';
import { readTile } from '../../testing/read-tile.ts';

describe('a vector tile', () => {
  it('has its points, rectangles, ids and properties when it is read', () => {
    const long = 'Ĳsvogel '.repeat(200);
    const tile = writeTile([
      { name: 'cells', features: [{ id: 4 ** 26 - 1, at: [-64, 0, 4160, 1], properties: { records: 70_000, level: 6 } }] },
      { name: 'empty', features: [] },
      {
        name: 'points',
        features: [
          { at: [4095, 0], properties: { id: long, taxon_id: null } },
          { at: [0, 0], properties: { id: 'x', taxon_id: 0 } },
        ],
      },
    ]);
    const read = readTile(tile);
    expect(Object.keys(read)).toEqual(['cells', 'points']);
    expect(read.cells).toEqual([
      {
        id: 4 ** 26 - 1,
        type: 3,
        properties: { records: 70_000, level: 6 },
        points: [
          [-64, 0],
          [4160, 0],
          [4160, 1],
          [-64, 1],
        ],
      },
    ]);
    expect(read.points!.map(({ id, type, properties, points }) => [id, type, properties, points])).toEqual([
      [null, 1, { id: long }, [[4095, 0]]],
      [null, 1, { id: 'x', taxon_id: 0 }, [[0, 0]]],
    ]);
  });

  it('is empty without features', () => {
    expect(writeTile([{ name: 'cells', features: [] }])).toHaveLength(0);
  });

  it('is byte for byte as the specification has it', () => {
    const point = writeTile([{ name: 'a', features: [{ id: 1, at: [25, 17], properties: { n: 2 } }] }]);
    expect(Buffer.from(point).toString('hex')).toBe('1a1e78020a0161120d080112020000180122030932221a016e22022802288020');
  });
});
