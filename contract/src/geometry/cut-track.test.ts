import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { obscuredCell } from '../places.ts';
import { cutTrack, type PrivateZone } from './cut-track.ts';

const HOME: PrivateZone = { latitude: 52.09, longitude: 5.12, uncertainty_m: 40 };
const CELL = obscuredCell(HOME.latitude, HOME.longitude);
const at = (latitude: number, longitude: number) => ({ latitude, longitude });
const cellOf = ({ latitude, longitude }: { latitude: number; longitude: number }) => {
  const { south, west } = obscuredCell(latitude, longitude);
  return `${south} ${west}`;
};

/** Whether a point is not at the side of a cell. */
function isClear({ latitude, longitude }: { latitude: number; longitude: number }): boolean {
  const { south, north, west, east } = obscuredCell(latitude, longitude);
  return latitude > south + 0.0001 && latitude < north - 0.0001 && longitude > west + 0.0001 && longitude < east - 0.0001;
}

/** A walk of up to 60 steps of a few hundred metres, which begins at the side of a cell. */
const walk = (latitude: number, longitude: number) =>
  fc
    .array(fc.tuple(fc.double({ min: -0.01, max: 0.01, noNaN: true }), fc.double({ min: -0.01, max: 0.01, noNaN: true })), {
      minLength: 1,
      maxLength: 60,
    })
    .map((steps) => {
      let [north, east] = [latitude, longitude];
      return steps.map(([up, right]) => {
        [north, east] = [north + up, east + right];
        return at(north, ((((east + 180) % 360) + 360) % 360) - 180);
      });
    });
const places = fc.constantFrom([CELL.south, CELL.west], [CELL.north, CELL.longitude], [-17.5, 179.999], [0.001, -0.001], [69.9, -180]);
const walks = places.chain(([latitude, longitude]) => walk(latitude!, longitude!));
const inside = fc.double({ min: 0.01, max: 0.99, noNaN: true });

describe('a track near a private zone', () => {
  it('is whole where it stays outside of its cell, and empty inside', () => {
    const far = [at(52.3, 5.1), at(52.31, 5.12)];
    expect(cutTrack(far, [HOME])).toEqual([far]);
    expect(cutTrack(far, [])).toEqual([far]);
    expect(cutTrack([at(52.09, 5.12), at(52.01, 5.05)], [HOME])).toEqual([]);
    expect(cutTrack([], [HOME])).toEqual([]);
  });

  it('is in two pieces where it goes through the cell, also between two of its points', () => {
    const [north, inCell, south] = [at(CELL.north + 0.02, 5.12), at(52.02, 5.12), at(CELL.south - 0.02, 5.12)];
    expect(cutTrack([north, inCell, south], [HOME])).toEqual([[north], [south]]);
    expect(cutTrack([north, south], [HOME])).toEqual([[north], [south]]);
  });

  it('has no point in the cell and no way through it, and otherwise all points in order', () => {
    fc.assert(
      fc.property(walks, fc.nat(), (track, which) => {
        const home = { ...track[which % track.length]!, uncertainty_m: null };
        const hidden = cellOf(home);
        const pieces = cutTrack(track, [home]);
        const kept = pieces.flat();
        expect(kept).toEqual(track.filter((point) => kept.includes(point)));
        for (const point of track.filter((one) => cellOf(one) !== hidden && isClear(one))) expect(kept).toContain(point);
        expect(pieces.every((piece) => piece.length > 0)).toBe(true);
        for (const piece of pieces)
          for (const [index, to] of piece.entries()) {
            const from = piece[index - 1] ?? to;
            const way = to.longitude - from.longitude - 360 * Math.round((to.longitude - from.longitude) / 360);
            for (let part = 0; part <= 1; part += 0.05)
              expect(cellOf(at(from.latitude + part * (to.latitude - from.latitude), from.longitude + part * way))).not.toBe(hidden);
          }
      }),
      { numRuns: 200, endOnFailure: true },
    );
  });

  it('is the same wherever the zone lies in its cell', () => {
    fc.assert(
      fc.property(walks, fc.nat(), inside, inside, (track, which, up, right) => {
        const home = { ...track[which % track.length]!, uncertainty_m: null };
        const cell = obscuredCell(home.latitude, home.longitude);
        const moved = {
          ...at(cell.south + up * (cell.north - cell.south), cell.west + right * (cell.east - cell.west)),
          uncertainty_m: null,
        };
        expect(cutTrack(track, [moved])).toEqual(cutTrack(track, [home]));
      }),
      { numRuns: 200, endOnFailure: true },
    );
  });

  it('is cut in every cell that the zone touches', () => {
    const edge = { ...at(52.0999, 5.12), uncertainty_m: 50 };
    const north = at(52.15, 5.12);
    expect(cutTrack([north], [{ ...edge, uncertainty_m: 5 }])).toEqual([[north]]);
    expect(cutTrack([north], [edge])).toEqual([]);
    const coordinates: [number, number][][] = [
      [
        [5.12, 52.05],
        [5.45, 52.05],
        [5.45, 52.06],
        [5.12, 52.05],
      ],
    ];
    const area = { ...HOME, geometry: { type: 'Polygon' as const, coordinates } };
    const along = [at(52.01, 5.13), at(52.01, 5.25), at(52.01, 5.4), at(52.01, 5.6)];
    expect(cutTrack(along, [area])).toEqual([[along[3]]]);
    const island = { ...at(-17.5, 179.999), uncertainty_m: 1000 };
    expect(cutTrack([at(-17.55, -179.99)], [island])).toEqual([]);
    expect(cutTrack([at(-17.55, -179.8)], [island])).toEqual([[at(-17.55, -179.8)]]);
  });
});
