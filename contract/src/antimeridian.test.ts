import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areaFault } from './projects/projects.ts';
import { obscuredCell } from './places.ts';
import { frequencyCell } from './frequencies/cells.ts';
import { gridCells } from './journeys/shared-track.ts';
import { recordShape } from './attributes.ts';
import { experienceCell } from './motivation/experience.ts';
import { type Position, simplifyLine, wrapLongitude } from '@veld/geometry';
import { cutTrack, hiddenAreas } from './journeys/cut-track.ts';
import { geometryFault, PlaceGeometry } from './place-geometry.ts';

const degrees = fc.double({ min: -720, max: 720, noNaN: true });
/** Every other one brings what lies around 0 to the antimeridian. */
const turns = fc.oneof(degrees, fc.double({ min: 170, max: 190, noNaN: true }));
const star = (radii: readonly number[], x: number, y: number, size: number): Position[] => {
  const corners = radii.map((radius, at): Position => {
    const angle = (2 * Math.PI * at) / radii.length;
    return [x + size * radius * Math.cos(angle), y + size * radius * Math.sin(angle)];
  });
  return [...corners, corners[0]!];
};
const radii = fc.array(fc.double({ min: 0.6, max: 1, noNaN: true }), { minLength: 6, maxLength: 30 });
const turnedBy =
  (turn: number) =>
  ([x, y]: Position): Position => [wrapLongitude(x + turn), y];
const box = (west: number, south: number, east: number, north: number): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

it('180 and -180 degrees are one place in every grid and every record', () => {
  expect(recordShape.longitude.parse(-180)).toBe(180);
  for (const cellOf of [obscuredCell, frequencyCell, experienceCell]) expect(cellOf(-17, -180)).toEqual(cellOf(-17, 180));
});

describe('a shape', () => {
  it('has the same faults wherever it is turned around the globe', () => {
    fc.assert(
      fc.property(radii, turns, (found, turn) => {
        const rings = [star(found, 0, 10, 8), star(found, 0, 10, 3).toReversed()];
        const geometry: PlaceGeometry = { type: 'Polygon', coordinates: rings.map((ring) => ring.map(turnedBy(turn))) };
        expect(geometryFault(geometry)).toBeNull();
        expect(PlaceGeometry.safeParse(geometry).success).toBe(true);
        expect(areaFault({ type: 'polygon', geometry })).toBe(
          areaFault({ type: 'polygon', geometry: { type: 'Polygon', coordinates: rings } }),
        );
      }),
    );
  });

  it('may begin on one side of the antimeridian and end on the other, and may go around the globe from -180 to 180', () => {
    const [first, ...rest] = box(180, -17.1, -179.9, -16.9);
    const closed: PlaceGeometry = { type: 'Polygon', coordinates: [[first!, ...rest.slice(0, -1), [-180, -17.1]]] };
    expect(geometryFault(closed)).toBeNull();
    expect(geometryFault({ type: 'Polygon', coordinates: [box(-180, 60, 180, 90)] })).toBeNull();
  });
});

describe('a track', () => {
  // In steps of about 111 m, between the sides of cells.
  const walk = fc.array(fc.tuple(fc.integer({ min: 0, max: 39 }), fc.integer({ min: -30, max: 30 })), { minLength: 2, maxLength: 30 });
  it('touches as many cells, keeps as many points and is cut alike where it crosses the antimeridian', () => {
    fc.assert(
      fc.property(walk, fc.oneof(fc.integer({ min: 0, max: 36_000 }), fc.integer({ min: 17_997, max: 18_003 })), (steps, columns) => {
        // On the equator, whose columns of 0.01 degrees let the grid turn by whole cells.
        const here = steps.map(([up, right]) => ({ latitude: (up + 0.5) / 1000, longitude: (right + 0.5) / 1000 }));
        const there = here.map(({ latitude, longitude }) => ({ latitude, longitude: wrapLongitude(longitude + columns / 100) }));
        expect(gridCells([there], 1000)).toHaveLength(gridCells([here], 1000)!.length);
        expect(simplifyLine(there, 0.5)).toHaveLength(simplifyLine(here, 0.5).length);
      }),
    );
    const straight = [179.99, -180, -179.99].map((longitude) => ({ latitude: 5, longitude }));
    expect(simplifyLine(straight, 0.5)).toEqual([straight[0], straight[2]]);
  });

  it('is cut by a private zone across the antimeridian, area or line, and not by it elsewhere', () => {
    const at = (longitude: number) => ({ latitude: -17, longitude });
    const shapes: PlaceGeometry[] = [
      { type: 'Polygon', coordinates: [box(179.95, -17.02, -179.95, -16.98)] },
      {
        type: 'LineString',
        coordinates: [
          [179.95, -17],
          [-179.95, -17],
        ],
      },
    ];
    for (const geometry of shapes) {
      const areas = hiddenAreas([{ ...at(180), uncertainty_m: null, geometry }], () => [0.5, 0.5]);
      expect(cutTrack([at(5), at(5.1)], areas)).toEqual([[at(5), at(5.1)]]);
      expect(cutTrack([at(179.99), at(-179.99)], areas)).toEqual([]);
    }
    // Between two of its points it goes the short way too, and not through what lies on the long one.
    const europe = hiddenAreas([{ ...at(5), uncertainty_m: null }], () => [0.5, 0.5]);
    expect(cutTrack([at(179.99), at(-179.99)], europe)).toEqual([[at(179.99), at(-179.99)]]);
  });
});
