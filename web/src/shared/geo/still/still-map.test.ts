import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { PMTiles } from 'pmtiles';
import { describe, expect, it } from 'vitest';
import type { MapColours } from '../map/map-colours';
import { paintScene } from './draw';
import { type Extent, fitView, metresToPixels, project, type StillView, tilesIn, toView } from './projection';
import { extentOfShapes, type StillShape } from './shapes';
import { Paper } from './testing/paper';
import { decode } from './decode';

const bytes = readFileSync(resolve(import.meta.dirname, '../../../../../geography/files/world.pmtiles'));
const world = new PMTiles({
  getKey: () => 'world',
  getBytes: (offset, length) => Promise.resolve({ data: new Uint8Array(bytes.subarray(offset, offset + length)).buffer }),
});
// Each colour is its own name.
const colours = new Proxy({}, { get: (_, name) => String(name) }) as MapColours;
const NETHERLANDS: Extent = { west: 3, south: 50.5, east: 8, north: 53.8 };
const FIJI: Extent = { west: 176, south: -20, east: 182, north: -15 };

async function paint(
  extent: Extent | null,
  shapes: StillShape[] = [],
  { maxZoom = 4, language = 'en' } = {},
): Promise<{ paper: Paper; view: StillView }> {
  const view = fitView(extent ?? extentOfShapes(shapes)!, 440, 310, { maxZoom, margin: 20 });
  const z = Math.max(0, Math.min(4, Math.round(view.zoom)));
  const tiles = await Promise.all(
    tilesIn(view, z).map(async (tile) => ({
      ...tile,
      layers: decode((await world.getZxy(tile.z, tile.x, tile.y))?.data ?? new ArrayBuffer(0)),
    })),
  );
  const paper = new Paper();
  const countryName = (code: string) => new Intl.DisplayNames([language], { type: 'region' }).of(code)!;
  paintScene(
    paper.asContext(),
    view,
    { tiles, soft: tiles, zoom: view.zoom, ratio: 1 },
    { shapes, maxZoom, colours, scale: 1, language, countryName },
  );
  return { paper, view };
}

const colourOf = ({ paper, view }: Awaited<ReturnType<typeof paint>>, longitude: number, latitude: number) =>
  paper.colourAt(...toView(view, longitude, latitude));

describe('the projection of a small map', () => {
  it('projects points as Web Mercator does', () => {
    expect(project(0, 0)).toEqual([0.5, 0.5]);
    expect(project(-180, 85.051128779806604)[0]).toBe(0);
    expect(project(-180, 85.051128779806604)[1]).toBeCloseTo(0, 9);
    // The tile of Utrecht at zoom 10 is 526, 337.
    const [x, y] = project(5.1214, 52.0907);
    expect([Math.floor(x * 1024), Math.floor(y * 1024)]).toEqual([526, 337]);
  });

  it('has the whole extent in view, no closer than asked, and nothing beyond the poles', () => {
    const view = fitView(NETHERLANDS, 440, 310, { maxZoom: 9, margin: 20 });
    for (const [longitude, latitude] of [
      [3, 50.5],
      [8, 53.8],
    ] as const) {
      const [x, y] = toView(view, longitude, latitude);
      expect(x).toBeGreaterThanOrEqual(19.99);
      expect(x).toBeLessThanOrEqual(420.01);
      expect(y).toBeGreaterThanOrEqual(19.99);
      expect(y).toBeLessThanOrEqual(290.01);
    }
    const point = { west: 5, east: 5, south: 52, north: 52 };
    expect(fitView(point, 440, 310, { maxZoom: 8, margin: 20 }).zoom).toBe(8);
    const polar = fitView({ west: -180, east: 180, south: -90, north: 90 }, 440, 310, { maxZoom: 8, margin: 20 });
    expect(tilesIn(polar, 2).every(({ y }) => y >= 0 && y < 4)).toBe(true);
    expect(polar.y - 155 / (512 * 2 ** polar.zoom)).toBeGreaterThanOrEqual(0);
  });

  it('makes a circle of metres as wide as it is at its latitude', () => {
    const view = fitView({ west: 5, east: 5, south: 60, north: 60 }, 440, 310, { maxZoom: 8, margin: 20 });
    const [, north] = toView(view, 5, 60.05);
    const [, south] = toView(view, 5, 59.95);
    expect(metresToPixels(view, 11_132, 60)).toBeCloseTo(south - north, 0);
  });
});

describe('the extent of shapes', () => {
  const at = (longitude: number, latitude = 0): StillShape => ({ kind: 'point', latitude, longitude });

  it('goes across the antimeridian where that is shorter', () => {
    expect(extentOfShapes([at(179), at(-178)])).toMatchObject({ west: 179, east: 182 });
    expect(extentOfShapes([at(-10), at(20), at(5)])).toMatchObject({ west: -10, east: 20 });
    expect(extentOfShapes([at(-170), at(170), at(100)])).toMatchObject({ west: 100, east: 190 });
    expect(extentOfShapes([])).toBeNull();
  });

  it('leaves out lines without positions, and takes in a line of any length', () => {
    expect(extentOfShapes([{ kind: 'line', parts: [] }])).toBeNull();
    expect(extentOfShapes([{ kind: 'line', parts: [[]] }, at(5, 52)])).toMatchObject({ west: 5, east: 5, south: 52, north: 52 });
    const long = Array.from({ length: 300_000 }, (_, i) => [5 + i / 1e6, 52]);
    expect(extentOfShapes([{ kind: 'line', parts: [long] }])).toMatchObject({ west: 5, east: 5.299999 });
  });

  it('includes circles of uncertainty, cells, lines and areas', () => {
    const circle = extentOfShapes([{ kind: 'point', latitude: 60, longitude: 10, uncertainty_m: 111_195 }])!;
    expect(circle.north).toBeCloseTo(61, 3);
    expect(circle.east).toBeCloseTo(12, 1);
    expect(extentOfShapes([{ kind: 'cell', west: 1, east: 2, south: 3, north: 4, records: 1 }])).toEqual({
      west: 1,
      east: 2,
      south: 3,
      north: 4,
    });
    const line: StillShape = {
      kind: 'line',
      parts: [
        [
          [5, 52],
          [6, 51],
        ],
        [
          [4, 50],
          [5, 50.5],
        ],
      ],
    };
    expect(extentOfShapes([line])).toEqual({ west: 4, east: 6, south: 50, north: 52 });
  });
});

describe('a small map', () => {
  it('has land, sea and lakes in the colours of the theme', async () => {
    const map = await paint(NETHERLANDS);
    expect(colourOf(map, 5.9, 51.2), 'Roermond').toBe('land');
    expect(colourOf(map, 3.6, 53.2), 'North Sea').toBe('sea');
    const sweden = await paint({ west: 10, south: 56, east: 18, north: 60 });
    expect(colourOf(sweden, 13.2, 58.8), 'Vänern').toBe('sea');
    expect(colourOf(sweden, 15, 58), 'Östergötland').toBe('land');
  });

  it('goes on beyond the antimeridian', async () => {
    const map = await paint(FIJI);
    expect(colourOf(map, 179.2, -16.6), 'Vanua Levu').toBe('land');
    expect(colourOf(map, -179, -18), 'sea in the east').toBe('sea');
    expect(colourOf(map, 177, -18.9), 'sea in the west').toBe('sea');
    const [west] = toView(map.view, 179.5, -17);
    const [east] = toView(map.view, -179.5, -17);
    expect(east - west).toBeCloseTo(toView(map.view, 178.5, -17)[0] - toView(map.view, 177.5, -17)[0], 5);
  });

  it('has names in the language of the person', async () => {
    expect((await paint(NETHERLANDS, [], { language: 'nl' })).paper.names.map(({ text }) => text)).toContain('Nederland');
    expect((await paint(NETHERLANDS, [], { language: 'pl' })).paper.names.map(({ text }) => text)).toContain('Holandia');
  });

  it('draws a point with the circle of its uncertainty, if that is wider than the point', async () => {
    const point = { kind: 'point', latitude: 52, longitude: 5 } as const;
    expect((await paint(null, [{ ...point, uncertainty_m: 30 }], { maxZoom: 8 })).paper.arcs).toHaveLength(1);
    const { paper, view } = await paint(null, [{ ...point, uncertainty_m: 5000 }], { maxZoom: 8 });
    expect(paper.arcs).toHaveLength(2);
    expect(paper.arcs[0]!.radius).toBeCloseTo(metresToPixels(view, 5000, 52), 5);
    expect(colourOf({ paper, view }, 5, 52)).toBe('record');
  });

  it('draws a hidden place as its cell, and no point', async () => {
    const cell = { kind: 'cell', west: 5, east: 5.16, south: 52, north: 52.1, records: 1, isObscured: true } as const;
    const { paper, view } = await paint(null, [cell], { maxZoom: 8 });
    expect(paper.arcs).toEqual([]);
    expect(paper.rectangles).toHaveLength(1);
    const [drawn] = paper.rectangles;
    const [left, bottom] = toView(view, 5, 52);
    const [right, top] = toView(view, 5.16, 52.1);
    expect(drawn!.dashed).toBe(true);
    expect([drawn!.x, drawn!.y, drawn!.x + drawn!.width, drawn!.y + drawn!.height].map(Math.round)).toEqual(
      [left, top, right, bottom].map(Math.round),
    );
  });

  it('writes no name twice or over another, and moves it away from points', async () => {
    const { names } = (await paint(NETHERLANDS, [], { maxZoom: 6 })).paper;
    expect(names.map(({ text }) => text)).toContain('Amsterdam');
    expect(new Set(names.map(({ text }) => text)).size).toBe(names.length);
    const amsterdam = { kind: 'point', latitude: 52.35, longitude: 4.91 } as const;
    const { paper, view } = await paint(NETHERLANDS, [amsterdam], { maxZoom: 6 });
    const [, y] = toView(view, amsterdam.longitude, amsterdam.latitude);
    expect(Math.abs(paper.names.find(({ text }) => text === 'Amsterdam')!.y - y)).toBeGreaterThan(12);
  });
});
