import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { obscuredCell } from '../places.ts';
import { hiddenAreas, type PrivateZone } from './cut-track.ts';
import type { TrackPoint } from './points.ts';
import { gridCells, MAX_SHARED_CELLS, MAX_SHARED_POINTS, sharedTrack } from './shared-track.ts';
import { trackPieces } from './track.ts';

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
const share = (points: readonly TrackPoint[], sharing: 'cells' | 'full', zones: readonly PrivateZone[] = []) =>
  sharedTrack(points, null, { sharing, areas: hiddenAreas(zones, () => [0.3, 0.8]) });
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
        const shared = share(points, sharing, [zone(up, right)])!;
        expect(shared).toEqual(share(points, sharing, [zone(0.5, 0.5)]));
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
        const { cells } = share(points, 'cells')!;
        const keys = cells.map(({ south, west }) => [south, west] as const);
        expect(keys).toEqual(keys.toSorted((one, other) => one[0] - other[0] || one[1] - other[1]));
        expect(new Set(keys.map(String)).size).toBe(keys.length);
        expect(Object.keys(cells[0]!)).toEqual(['west', 'south', 'east', 'north']);
      }),
      { numRuns: 100 },
    );
  });

  it('goes across the antimeridian the short way', () => {
    const line = [
      { latitude: -17.505, longitude: 179.995 },
      { latitude: -17.505, longitude: -179.995 },
    ];
    expect(gridCells([line], 3)).not.toBeNull();
    expect(gridCells([line], 1)).toBeNull();
  });
});

describe('a track made to cost as much as it can', () => {
  /** Points without times that go to the other side of the globe each time. */
  const hopping = (hop: number) =>
    track(Array.from({ length: 2000 }, (_, at) => [80 * Math.sin(at * hop), ((at * 137 * hop) % 360) - 180] as const));

  it('has no line between points without times that are far apart', () => {
    const untimed = hopping(1).map((point) => ({ ...point, t: null }));
    expect(trackPieces(untimed)).toHaveLength(2000);
    expect(share(untimed, 'full')).toEqual({ cells: [], lines: [], distance_m: 0 });
    expect(share(untimed, 'cells')!.cells.length).toBeLessThanOrEqual(2000);
    const near = track([0, 1, 2, 3].map((at) => [52 + at * 0.04, 5] as const)).map((point) => ({ ...point, t: null }));
    expect(trackPieces(near)).toHaveLength(1);
  });

  it('has only the ends of longer ways in cells, also where a device reports the speed', () => {
    const fast = hopping(1).map((point) => ({ ...point, t: point.t! + 119_000 * point.seq, speed_mps: 10_000 }));
    expect(trackPieces(fast).length).toBeLessThan(2000);
    expect(share(fast, 'cells')!.cells.length).toBeLessThanOrEqual(2000);
  });

  it('is shared up to a number of cells and points, which real tracks do not reach', () => {
    // A point per second, 66 m from the one before, which turns each time.
    const winding = (count: number) => track(Array.from({ length: count }, (_, at) => [10 + at * 1e-5, 20 + (at % 2) * 6e-4] as const));
    expect(share(winding(36_000), 'full')!.lines[0]!.length).toBeGreaterThan(20_000);
    expect(share(winding(3 * MAX_SHARED_POINTS), 'full')).toBeNull();
    // A car through a continent in ten hours, with a point per second.
    const drive = track(Array.from({ length: 36_000 }, (_, at) => [40 + at * 5e-4, 20 + at * 1e-4] as const));
    expect(share(drive, 'cells')!.cells.length).toBeGreaterThan(1800);
    const far = Array.from({ length: 300 }, (_, row) =>
      Array.from({ length: 101 }, (_, at) => ({ latitude: row * 0.02, longitude: (at / 100) * 1.5 })),
    );
    expect(gridCells(far, MAX_SHARED_CELLS)).toBeNull();
  });
});
