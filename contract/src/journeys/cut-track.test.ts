import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { obscuredCell } from '../places.ts';
import { type AreaOffset, cutTrack, hiddenAreas, type PrivateZone } from './cut-track.ts';

const HOME: PrivateZone = { latitude: 52.09, longitude: 5.12, uncertainty_m: 40 };
const CELL = obscuredCell(HOME.latitude, HOME.longitude);
const MIDDLE: AreaOffset = () => [0.5, 0.5];
const cut = <P extends { latitude: number; longitude: number }>(track: readonly P[], zones: readonly PrivateZone[], offset = MIDDLE) =>
  cutTrack(track, hiddenAreas(zones, offset));
const at = (latitude: number, longitude: number) => ({ latitude, longitude });
const cellOf = ({ latitude, longitude }: { latitude: number; longitude: number }) => {
  const { south, west } = obscuredCell(latitude, longitude);
  return `${south} ${west}`;
};

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
const walks = places.chain(([latitude, longitude]) => walk(latitude, longitude));
const inside = fc.double({ min: 0.01, max: 0.99, noNaN: true });

describe('a track near a private zone', () => {
  it('is whole where it stays outside of its cell, and empty inside', () => {
    const far = [at(52.3, 5.1), at(52.31, 5.12)];
    expect(cut(far, [HOME])).toEqual([far]);
    expect(cut(far, [])).toEqual([far]);
    expect(cut([at(52.09, 5.12), at(52.01, 5.05)], [HOME])).toEqual([]);
    expect(cut([], [HOME])).toEqual([]);
  });

  it('is in two pieces where it goes through the cell, also between two of its points', () => {
    const [north, inCell, south] = [at(CELL.north + 0.02, 5.12), at(52.02, 5.12), at(CELL.south - 0.02, 5.12)];
    expect(cut([north, inCell, south], [HOME])).toEqual([[north], [south]]);
    expect(cut([north, south], [HOME])).toEqual([[north], [south]]);
  });

  it('has no point in the cell and no way through it, and otherwise all points in order', () => {
    fc.assert(
      fc.property(walks, fc.nat(), (track, which) => {
        const home = { ...track[which % track.length]!, uncertainty_m: null };
        const hidden = cellOf(home);
        const pieces = cut(track, [home]);
        const kept = pieces.flat();
        expect(kept).toEqual(track.filter((point) => kept.includes(point)));
        const [area] = hiddenAreas([home], MIDDLE);
        const isOutside = ({ latitude, longitude }: { latitude: number; longitude: number }) =>
          latitude < area!.south ||
          latitude > area!.north ||
          [-360, 0, 360].every((turn) => longitude + turn < area!.west || longitude + turn > area!.east);
        for (const point of track.filter(isOutside)) expect(kept).toContain(point);
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

  it('is the same wherever the zone lies in its cell, also in a corner of it', () => {
    const offset = fc.tuple(inside, inside);
    fc.assert(
      fc.property(walks, fc.nat(), fc.constantFrom(0, 0.001, 0.5, 0.999), inside, offset, (track, which, up, right, where) => {
        const home = { ...track[which % track.length]!, uncertainty_m: 100 };
        const cell = obscuredCell(home.latitude, home.longitude);
        const moved = {
          ...at(cell.south + up * (cell.north - cell.south) + 1e-7, cell.west + right * (cell.east - cell.west)),
          uncertainty_m: 100,
        };
        const offsetOf: AreaOffset = () => where;
        expect(hiddenAreas([moved], offsetOf)).toEqual(hiddenAreas([home], offsetOf));
        expect(cut(track, [moved], offsetOf)).toEqual(cut(track, [home], offsetOf));
      }),
      { numRuns: 200, endOnFailure: true },
    );
  });

  it('is cut in the same area on both sides of the antimeridian', () => {
    const areasAt = (longitude: number) => hiddenAreas([{ ...at(-16.8, longitude), uncertainty_m: 100 }], () => [0.5, 0.5]);
    expect(areasAt(180)).toEqual(areasAt(-180));
    expect(areasAt(180)).toEqual(areasAt(-179.99));
  });

  it('is cut in an area of one size, which has the whole cell of the zone, and more of it, wherever it is placed', () => {
    fc.assert(
      fc.property(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), inside), inside, inside, (where, up, right) => {
        const home = { ...at(CELL.south + up * 0.1, CELL.west + right * (CELL.east - CELL.west)), uncertainty_m: 100 };
        const areas = hiddenAreas([home], () => where);
        expect(areas).toHaveLength(1);
        const [{ south, north, west, east }] = areas as [(typeof areas)[0]];
        const width = CELL.east - CELL.west;
        expect([north - south, (east - west) / width]).toEqual([expect.closeTo(0.13, 4), expect.closeTo(1.3, 3)]);
        expect([south < CELL.south - 0.0049, north > CELL.north + 0.0049, west < CELL.west - 0.0049, east > CELL.east + 0.0049]).toEqual([
          true,
          true,
          true,
          true,
        ]);
      }),
    );
  });

  it('is cut in every cell that a large zone touches', () => {
    const edge = { ...at(52.0999, 5.12), uncertainty_m: 3000 };
    const north = at(52.19, 5.12);
    expect(cut([north], [{ ...edge, uncertainty_m: 100 }])).toEqual([[north]]);
    expect(cut([north], [edge])).toEqual([]);
    const coordinates: [number, number][][] = [
      [
        [5.12, 52.05],
        [5.45, 52.05],
        [5.45, 52.06],
        [5.12, 52.05],
      ],
    ];
    const area = { ...HOME, geometry: { type: 'Polygon' as const, coordinates } };
    const along = [at(52.01, 5.13), at(52.01, 5.25), at(52.01, 5.4), at(52.01, 5.7)];
    expect(cut(along, [area])).toEqual([[along[3]]]);
    const island = { ...at(-17.5, 179.999), uncertainty_m: 1000 };
    expect(cut([at(-17.55, -179.99)], [island])).toEqual([]);
    expect(cut([at(-17.55, -179.8)], [island])).toEqual([[at(-17.55, -179.8)]]);
  });

  it('costs no more where thousands of records hide their place', () => {
    const zones = Array.from({ length: 5000 }, (_, number) => ({
      ...at(40 + 0.1 * Math.floor(number / 50), 3 + 0.2 * (number % 50)),
      uncertainty_m: null,
    }));
    let reads = 0;
    const areas = hiddenAreas(zones, MIDDLE).map(
      (area) =>
        new Proxy(area, {
          get: (target, name) => {
            reads += 1;
            return Reflect.get(target, name) as unknown;
          },
        }),
    );
    const track = Array.from({ length: 1000 }, (_, step) => at(52.09 + step / 1e5, -20));
    expect(cutTrack(track, areas)).toEqual([track]);
    expect(reads).toBeLessThan(3_000_000);
  });
});
