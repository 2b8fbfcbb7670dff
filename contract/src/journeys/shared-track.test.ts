import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { obscuredCell } from '../places.ts';
import type { TrackPoint } from './points.ts';
import { gridCells, sharedTrack } from './shared-track.ts';

const CELL = obscuredCell(52.05, 5.05);
const track = (places: readonly (readonly [number, number])[]): TrackPoint[] =>
  places.map(([latitude, longitude], seq) => ({
    seq,
    segment: 0,
    t: 1_780_000_000_000 + 60_000 * seq,
    latitude,
    longitude,
    elevation_m: 4,
    accuracy_m: 5,
    speed_mps: 1,
    source: 'gps',
  }));
const steps = fc.array(fc.tuple(fc.double({ min: -0.02, max: 0.02, noNaN: true }), fc.double({ min: -0.02, max: 0.02, noNaN: true })), {
  minLength: 2,
  maxLength: 40,
});
/** A walk that begins at the side of the cell. */
const walks = steps.map((all) => {
  let [north, east] = [CELL.south, CELL.west];
  return track(all.map(([up, right]) => [(north += up), (east += right)] as const));
});
const inside = fc.double({ min: 0.01, max: 0.99, noNaN: true });

describe('a shared track', () => {
  it('is the same wherever an obscured record lies in its cell, with lines and with cells', () => {
    fc.assert(
      fc.property(walks, inside, inside, fc.constantFrom('cells' as const, 'full' as const), (points, up, right, sharing) => {
        const zone = (part: number, across: number) => ({
          latitude: CELL.south + part * (CELL.north - CELL.south),
          longitude: CELL.west + across * (CELL.east - CELL.west),
          uncertainty_m: null,
        });
        const shared = sharedTrack(points, null, { sharing, zones: [zone(up, right)] });
        expect(shared).toEqual(sharedTrack(points, null, { sharing, zones: [zone(0.5, 0.5)] }));
        const isIn = (latitude: number, longitude: number) => {
          const cell = obscuredCell(latitude, longitude);
          return cell.south === CELL.south && cell.west === CELL.west;
        };
        for (const [longitude, latitude] of shared.lines.flat()) expect(isIn(latitude, longitude)).toBe(false);
        for (const { south, north, west, east } of shared.cells) {
          const [middle, centre] = [(south + north) / 2, (west + east) / 2];
          // Cells of the two grids need not have the same sides: those at the side may reach a little into it.
          if (middle > CELL.south + 0.006 && middle < CELL.north - 0.006 && centre > CELL.west + 0.01 && centre < CELL.east - 0.01)
            expect.fail('a cell inside');
        }
      }),
      { numRuns: 200, endOnFailure: true },
    );
  });

  it('has its cells in the order of the grid, each once, which says nothing of the direction and the time', () => {
    fc.assert(
      fc.property(walks, (points) => {
        const { cells } = sharedTrack(points, null, { sharing: 'cells', zones: [] });
        const keys = cells.map(({ south, west }) => [south, west] as const);
        expect(keys).toEqual(keys.toSorted((one, other) => one[0] - other[0] || one[1] - other[1]));
        expect(new Set(keys.map(String)).size).toBe(keys.length);
        expect(Object.keys(cells[0]!)).toEqual(['west', 'south', 'east', 'north']);
      }),
      { numRuns: 100 },
    );
  });

  it('goes across the antimeridian the short way', () => {
    const cells = gridCells([
      [
        { latitude: -17.505, longitude: 179.995 },
        { latitude: -17.505, longitude: -179.995 },
      ],
    ]);
    expect(cells.length).toBeLessThanOrEqual(3);
  });
});
