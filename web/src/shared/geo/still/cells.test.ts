import { PbfWriter } from 'pbf';
import { describe, expect, it } from 'vitest';
import { cellsIn } from './cells';
import { tilesOfExtent } from './projection';

/** A vector tile (Mapbox, version 2) with one square in the layer `cells`. */
function tileWithCell([left, top, right, bottom]: [number, number, number, number], records: number): ArrayBuffer {
  const zigzag = (value: number) => (value << 1) ^ (value >> 31);
  const geometry = [9, zigzag(left), zigzag(top), 26, zigzag(right - left), 0, 0, zigzag(bottom - top), zigzag(left - right), 0, 15];
  const tile = new PbfWriter();
  tile.writeMessage(
    3,
    (_, layer) => {
      layer.writeStringField(1, 'cells');
      layer.writeMessage(
        2,
        (__, feature) => {
          feature.writePackedVarint(2, [0, 0]);
          feature.writeVarintField(3, 3);
          feature.writePackedVarint(4, geometry);
        },
        null,
      );
      layer.writeStringField(3, 'records');
      layer.writeMessage(4, (__, value) => value.writeVarintField(5, records), null);
      layer.writeVarintField(5, 4096);
      layer.writeVarintField(15, 2);
    },
    null,
  );
  return new Uint8Array(tile.finish()).buffer;
}

describe('the cells in a tile of everyone’s records', () => {
  it('have their bounds in degrees and their counts', () => {
    const tile = tileWithCell([0, 0, 2048, 2048], 412);
    const [cell, ...others] = cellsIn(tile, { z: 1, x: 1, y: 0 });
    expect(others).toEqual([]);
    expect(cell).toMatchObject({ kind: 'cell', west: 0, east: 90, records: 412 });
    expect(cell!.north).toBeCloseTo(85.0511, 3);
    expect(cell!.south).toBeCloseTo(66.5133, 3);
    expect(cellsIn(new ArrayBuffer(0), { z: 0, x: 0, y: 0 })).toEqual([]);
  });

  it('come from the tiles that an extent touches, also across the antimeridian', () => {
    const columns = (west: number, east: number) => tilesOfExtent({ west, east, south: 10, north: 20 }, 2).map(({ x }) => x);
    expect(columns(-10, 10)).toEqual([1, 2]);
    expect(columns(170, 190)).toEqual([3, 0]);
    expect(columns(0, 90)).toEqual([2]);
  });
});
