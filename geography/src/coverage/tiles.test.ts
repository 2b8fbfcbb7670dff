import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countryOutlines, territoryAt } from '../countries.ts';
import { columnAt, latitudeOnMap, metresBetween, type Position, rowAt, wrapWest } from '@veld/geometry';
import { boxAround, type CoverableArea, tilesIn } from './tiles.ts';

const zooms = { minZoom: 0, maxZoom: 7, limit: 100_000 };
const keysOf = (area: CoverableArea, z: number) =>
  new Set(tilesIn(area, { ...zooms, maxZoom: z })!.map((tile) => `${tile.z}/${tile.x}/${tile.y}`));
const tileOf = (z: number, longitude: number, latitude: number) =>
  `${z}/${Math.min(2 ** z - 1, Math.floor((((columnAt(longitude) % 1) + 1) % 1) * 2 ** z))}/${Math.floor(rowAt(latitudeOnMap(latitude)) * 2 ** z)}`;

describe('the tiles of an area', () => {
  it('include the tile of each point of a polygon, and none of its hole or far from it', () => {
    const area: CoverableArea = {
      polygons: [
        [
          [
            [0, 0],
            [20, 0],
            [20, 20],
            [0, 20],
            [0, 0],
          ],
          [
            [5, 5],
            [15, 5],
            [15, 15],
            [5, 15],
            [5, 5],
          ],
        ],
      ],
    };
    const tiles = keysOf(area, 7);
    for (const [x, y] of [
      [1, 1],
      [19, 19],
      [2.5, 10],
      [0, 0],
    ] as const)
      for (const z of [0, 3, 7]) expect(tiles.has(tileOf(z, x, y)), `${z} ${x} ${y}`).toBe(true);
    expect(tiles.has(tileOf(7, 10, 10))).toBe(false);
    expect(tiles.has(tileOf(7, 30, 10))).toBe(false);
    expect(tiles.has(tileOf(7, 10, 30))).toBe(false);
  });

  it('are those of a polygon wherever it is turned around the globe, and its box too', () => {
    const corners: Position[] = [
      [-3, -2],
      [4, -1],
      [2, 5],
      [-2, 3],
      [-3, -2],
    ];
    // By whole tiles of zoom 5, so that all of them move alike.
    for (let column = 0; column < 32; column++) {
      const turn = (column * 360) / 32;
      const area = { polygons: [[corners.map(([x, y]): Position => [wrapWest(x + turn), y])]] };
      const here = tilesIn({ polygons: [[corners]] }, { minZoom: 7, maxZoom: 7, limit: 1000 })!;
      const there = tilesIn(area, { minZoom: 7, maxZoom: 7, limit: 1000 })!;
      const moved = here.map(({ x, y }) => `${(x + 4 * column) % 128}/${y}`);
      expect(there.map(({ x, y }) => `${x}/${y}`).toSorted()).toEqual(moved.toSorted());
      const { west, east } = boxAround(area);
      expect([west, east].map((degrees) => wrapWest(degrees))).toEqual([-3, 4].map((x) => wrapWest(x + turn)));
    }
    const box = (west: number, east: number): Position[][] => [
      [
        [west, -1],
        [east, -1],
        [east, 1],
        [west, 1],
        [west, -1],
      ],
    ];
    const parts = [box(179.9, 180), box(-180, -179.9)];
    expect(boxAround({ polygons: parts })).toMatchObject({ west: 179.9, east: expect.closeTo(-179.9, 9) });
    expect(boxAround({ polygons: countryOutlines('FJ') }).west).toBeGreaterThan(170);
    // What ends there does not cross it, and what goes around the globe has all of it.
    expect([box(170, 180), box(-180, -170)].map((one) => boxAround({ polygons: [one] }))).toMatchObject([
      { west: 170, east: 180 },
      { west: -180, east: -170 },
    ]);
    const around = { polygons: [box(-180, 180)] };
    expect(boxAround(around)).toMatchObject({ west: -180, east: 180 });
    expect(tilesIn(around, { minZoom: 4, maxZoom: 4, limit: 1000 })).toHaveLength(2 * 2 ** 4);
  });

  it('include everything within the distance of a line, also across the antimeridian, and little more', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -180, max: 180, noNaN: true }),
        fc.double({ min: -70, max: 70, noNaN: true }),
        fc.double({ min: 1, max: 200, noNaN: true }),
        fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
        (longitude, latitude, radiusKm, course) => {
          const tiles = keysOf({ lines: [[[longitude, latitude]]], radiusKm }, 7);
          const at = (km: number) =>
            [
              longitude + ((km / 111.32) * Math.sin(course)) / Math.cos((latitude * Math.PI) / 180),
              latitude + (km / 111.32) * Math.cos(course),
            ] as const;
          const inside = at(radiusKm * 0.9);
          if (metresBetween({ longitude, latitude }, { longitude: inside[0], latitude: inside[1] }) < radiusKm * 1000)
            expect(tiles.has(tileOf(7, ...inside))).toBe(true);
          expect(tiles.has(tileOf(7, ...at(radiusKm * 1.5 + 700)))).toBe(false);
        },
      ),
    );
    const across = keysOf(
      {
        lines: [
          [
            [179, 10],
            [-179, 10],
          ],
        ],
        radiusKm: 1,
      },
      7,
    );
    expect([across.has(tileOf(7, 179.9, 10)), across.has(tileOf(7, -179.9, 10)), across.has(tileOf(7, 0, 10))]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('are those of the country that points lie in', () => {
    for (const [code, ...points] of [
      ['NL', [5.1, 52.1], [4.9, 53.0]],
      ['FR', [2.35, 48.85], [9.1, 42.0]],
      ['ES', [-3.7, 40.4], [-16.5, 28.3]],
      ['FJ', [178.4, -18.1], [-179.9, -16.8]],
    ] as const) {
      const tiles = keysOf({ polygons: countryOutlines(code) }, 7);
      for (const [longitude, latitude] of points as readonly (readonly [number, number])[]) {
        expect(territoryAt({ longitude, latitude })).toBe(code);
        expect(tiles.has(tileOf(7, longitude, latitude)), `${code} ${longitude}`).toBe(true);
      }
      expect(tiles.has(tileOf(7, 100, 35))).toBe(false);
    }
    expect(keysOf({ polygons: countryOutlines('FR') }, 7).has(tileOf(7, -53, 4))).toBe(false);
    expect(countryOutlines('QQ')).toEqual([]);
  });

  it('are null if there are too many', () => {
    const area: CoverableArea = { polygons: countryOutlines('RU') };
    const all = tilesIn(area, zooms)!;
    expect(tilesIn(area, { ...zooms, limit: all.length })).toHaveLength(all.length);
    expect(tilesIn(area, { ...zooms, limit: all.length - 1 })).toBeNull();
  });

  it('begin at the least zoom', () => {
    const area: CoverableArea = { lines: [[[5, 52]]], radiusKm: 1 };
    expect(tilesIn(area, { ...zooms, minZoom: 6 })!.every(({ z }) => z >= 6)).toBe(true);
  });
});

describe('the box around an area', () => {
  it('has what is within the distance, and may cross the antimeridian', () => {
    const box = boxAround({ lines: [[[179.9, 0]]], radiusKm: 111.32 });
    expect(box.west).toBeCloseTo(178.9, 1);
    expect(box.east).toBeCloseTo(-179.1, 1);
    expect([box.south, box.north].map(Math.round)).toEqual([-1, 1]);
    expect(
      boxAround({
        polygons: [
          [
            [
              [1, 2],
              [3, 2],
              [3, 4],
              [1, 2],
            ],
          ],
        ],
      }),
    ).toEqual({ west: 1, south: 2, east: 3, north: 4 });
  });
});
