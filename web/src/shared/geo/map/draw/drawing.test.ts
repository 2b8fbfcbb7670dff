import type { Position } from '@veld/geometry';
import { describe, expect, it } from 'vitest';
import { nearestVertex } from './draw-gestures';
import {
  type Drawing,
  findDrawingFault,
  startDrawing,
  listDrawnFeatures,
  readDrawnGeometry,
  withMoved,
  withNext,
  withoutVertex,
  withTapped,
  withVertex,
} from './drawing';

const drawn = (isArea: boolean, ...vertices: Position[]): Drawing => vertices.reduce(withVertex, startDrawing(null, isArea));
const triangle = drawn(true, [5, 52], [6, 52], [6, 53]);

describe('a drawn shape', () => {
  it('is a line from its second vertex on, and an area from its third', () => {
    expect([findDrawingFault(drawn(false, [5, 52])), readDrawnGeometry(drawn(false, [5, 52]))]).toEqual(['few_line', null]);
    expect(readDrawnGeometry(drawn(false, [5, 52], [6, 52]))).toEqual({
      type: 'LineString',
      coordinates: [
        [5, 52],
        [6, 52],
      ],
    });
    expect(findDrawingFault(drawn(true, [5, 52], [6, 52]))).toBe('few_area');
    expect(readDrawnGeometry(triangle)).toEqual({
      type: 'Polygon',
      coordinates: [
        [
          [5, 52],
          [6, 52],
          [6, 53],
          [5, 52],
        ],
      ],
    });
  });

  it('takes no vertex twice, and loses the last one', () => {
    expect(withVertex(triangle, [6, 53])).toBe(triangle);
    expect(withoutVertex(triangle).vertices).toEqual([
      [5, 52],
      [6, 52],
    ]);
    expect(withoutVertex(drawn(true)).vertices).toEqual([]);
  });

  it('has a fault while its outline crosses itself, until a vertex is moved', () => {
    const bowTie = drawn(true, [5, 52], [6, 53], [6, 52], [5, 53]);
    expect([findDrawingFault(bowTie), readDrawnGeometry(bowTie)]).toEqual(['crossing', null]);
    expect(findDrawingFault(withMoved(withMoved(bowTie, 1, [6, 52]), 2, [6, 53]))).toBeNull();
    // A line may cross itself.
    expect(findDrawingFault({ ...bowTie, isArea: false })).toBeNull();
  });

  it('has a fault with too many vertices, those of its holes included', () => {
    const many = Array.from({ length: 2001 }, (_, at): Position => [at / 100, 52]);
    expect(findDrawingFault(drawn(false, ...many))).toBe('many');
    expect(findDrawingFault(drawn(false, ...many.slice(1)))).toBeNull();
    // An area has its first vertex twice.
    const [first = [0, 0], ...arc] = many.slice(2).map(([x]): Position => [x, 52 + (x / 20) ** 2]);
    expect(findDrawingFault(drawn(true, first, ...arc))).toBeNull();
    expect(findDrawingFault(drawn(true, [-1, 60], first, ...arc))).toBe('many');
    expect(findDrawingFault({ ...triangle, holes: [many] })).toBe('many');
  });

  it('goes across the antimeridian the short way, and has a fault only around a pole', () => {
    expect(findDrawingFault(drawn(false, [179.9, -17], [-179.9, -17]))).toBeNull();
    const strip = drawn(true, [179.9, -17.1], [-179.9, -17.1], [-179.9, -16.9], [179.9, -16.9]);
    expect(readDrawnGeometry(strip)?.coordinates).toHaveLength(1);
    const [shown] = listDrawnFeatures(strip).features;
    expect(shown?.geometry).toMatchObject({
      coordinates: [
        [
          [179.9, -17.1],
          [180.1, -17.1],
          [180.1, -16.9],
          [179.9, -16.9],
          [179.9, -17.1],
        ],
      ],
    });
    const ring: Position[] = [
      [-120, 10],
      [0, -10],
      [120, 10],
    ];
    expect(findDrawingFault(drawn(false, ...ring))).toBeNull();
    expect(findDrawingFault(drawn(true, ...ring))).toBe('around');
  });

  it('gets new vertices after the chosen one, and loses the chosen one', () => {
    const chosen = withTapped(triangle, 0);
    expect(chosen.chosen).toBe(0);
    expect(withTapped(chosen, 0).chosen).toBeNull();
    const longer = withVertex(chosen, [5.5, 51]);
    expect([longer.chosen, longer.vertices]).toEqual([
      1,
      [
        [5, 52],
        [5.5, 51],
        [6, 52],
        [6, 53],
      ],
    ]);
    expect(withVertex(chosen, [6, 52])).toBe(chosen);
    expect(withoutVertex(longer)).toEqual(triangle);
    expect(withoutVertex(chosen).vertices).toEqual([
      [6, 52],
      [6, 53],
    ]);
  });

  it('has its vertices chosen one after the other, around and around', () => {
    expect(withNext(triangle, 1).chosen).toBe(0);
    expect(withNext(triangle, -1).chosen).toBe(2);
    expect(withNext(withTapped(triangle, 2), 1).chosen).toBe(0);
    expect(withNext(withTapped(triangle, 0), -1).chosen).toBe(2);
    expect(withNext(drawn(true), 1).chosen).toBeNull();
  });

  it('keeps the holes of an imported area', () => {
    const outer: Position[] = [
      [0, 0],
      [9, 0],
      [9, 9],
      [0, 0],
    ];
    const hole: Position[] = [
      [6, 1],
      [7, 1],
      [7, 2],
      [6, 1],
    ];
    const drawing = startDrawing({ type: 'Polygon', coordinates: [outer, hole] }, true);
    expect(readDrawnGeometry(drawing)).toEqual({ type: 'Polygon', coordinates: [outer, hole] });
    expect(readDrawnGeometry(withMoved(drawing, 2, [9, 8]))).toEqual({ type: 'Polygon', coordinates: [outer.with(2, [9, 8]), hole] });
  });

  it('is shown with its vertices, and with two of an area as a line', () => {
    expect(listDrawnFeatures(withoutVertex(triangle)).features.map(({ geometry }) => geometry.type)).toEqual([
      'LineString',
      'Point',
      'Point',
    ]);
    expect(listDrawnFeatures(triangle).features.map(({ geometry }) => geometry.type)).toEqual(['Polygon', 'Point', 'Point', 'Point']);
  });
});

describe('a tap on a drawing', () => {
  /** Ten pixels a degree. */
  const mapAt = (longitude: number) =>
    ({
      getCenter: () => ({ lng: longitude }),
      project: ([x, y]: Position) => ({ x: (x - longitude) * 10, y: -y * 10 }),
    }) as unknown as Parameters<typeof nearestVertex>[0];

  it('hits the nearest vertex within reach, also on the other side of the antimeridian', () => {
    const vertices: Position[] = [
      [0, 0],
      [1, 0],
    ];
    expect(nearestVertex(mapAt(0), vertices, { x: 4, y: 0 }, 22)).toBe(0);
    expect(nearestVertex(mapAt(0), vertices, { x: 6, y: 0 }, 22)).toBe(1);
    expect(nearestVertex(mapAt(0), vertices, { x: 0, y: 23 }, 22)).toBeNull();
    expect(nearestVertex(mapAt(180), [[-179, 0]], { x: 11, y: 0 }, 22)).toBe(0);
  });
});
