import { featureFilter } from '@maplibre/maplibre-gl-style-spec';
import { describe, expect, it } from 'vitest';
import type { MapColours } from '../map-colours';
import { coverFrom } from '../sources/operators';
import { mapStyle } from './map-style';

const colours = new Proxy({}, { get: (_, name) => `colour ${String(name)}` }) as MapColours;
const AGREED = { borders: 'dashed' as const, labels: {} };
const overlay = {
  sources: { records: { cluster: true } },
  layers: () => [
    { id: 'records', type: 'circle' as const, source: 'records' },
    { id: 'cells', type: 'fill' as const, source: 'records' },
  ],
};
const styleOf = (detail: 'base' | 'world' | 'none', language: 'en' | 'nl' = 'nl', hasTowns = true) =>
  mapStyle({ colours, language, detail, hasPacks: false, hasTowns, textScale: 1, overlay, disputed: AGREED, source: null });

describe('the style of the map', () => {
  it.each(['base', 'world', 'none'] as const)('has each layer once, and a source for each: %s', (detail) => {
    const { layers, sources } = styleOf(detail);
    const ids = layers.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const layer of layers) if ('source' in layer) expect(sources).toHaveProperty(layer.source);
    expect(ids.at(-1)).toBe('records');
  });

  it('fetches no letters and no pictures, and takes tiles from its own archives only', () => {
    const style = styleOf('base');
    expect(style).not.toHaveProperty('glyphs');
    expect(style).not.toHaveProperty('sprite');
    expect(JSON.stringify(style)).not.toContain('http');
    expect(style.sources.base).toMatchObject({ tiles: ['veld://base/{z}/{x}/{y}'], maxzoom: 6 });
    expect(styleOf('world').sources.base).toMatchObject({ tiles: ['veld://world/{z}/{x}/{y}'], maxzoom: 4 });
    expect(Object.keys(styleOf('none').sources)).toEqual(['towns', 'grid', 'records']);
  });

  it('has the names of places above the areas of records, and points above the names', () => {
    const ids = styleOf('base').layers.map(({ id }) => id);
    const order = ['border', 'cells', 'village', 'capital', 'country_name', 'records'].map((id) => ids.indexOf(id));
    expect(order).not.toContain(-1);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  it('names towns and villages from the gazetteer at zoom 8, and those of the base map where there is no gazetteer', () => {
    const zooms = (hasTowns: boolean) =>
      styleOf('base', 'nl', hasTowns)
        .layers.filter(({ id }) => ['village', 'town', 'capital'].includes(id))
        .map(({ id, minzoom, maxzoom }) => [id, minzoom, maxzoom]);
    expect(zooms(true)).toEqual([
      ['village', 8, undefined],
      ['town', undefined, 8],
      ['capital', undefined, 8],
    ]);
    expect(zooms(false)).toEqual([
      ['town', undefined, undefined],
      ['capital', undefined, undefined],
    ]);
    expect(styleOf('base').sources.towns).toMatchObject({ tiles: ['veld://towns/{z}/{x}/{y}'], minzoom: 8, maxzoom: 8 });
  });

  it('names its fonts so that a canvas takes them without quotes', () => {
    const fonts = styleOf('base').layers.flatMap((layer) => (layer.type === 'symbol' ? (layer.layout?.['text-font'] as string[]) : []));
    expect(fonts.length).toBeGreaterThan(4);
    for (const font of fonts) expect(font).toMatch(/^[A-Za-z ]+$/);
  });

  it('has names in the language of the person, and regions, which are named in English only, in English', () => {
    const text = JSON.stringify(styleOf('base', 'nl').layers);
    expect(text).toContain('"NL","Nederland"');
    expect(text).toContain('["get","nl"]');
    const regions = (language: 'en' | 'nl') => styleOf('base', language).layers.filter(({ id }) => id === 'region_name');
    expect(regions('nl')).toEqual([]);
    expect(regions('en')).toHaveLength(1);
  });

  it('draws a source of the operator between the built-in map and the records, and its names instead of the built-in ones', () => {
    const source = {
      id: 'a',
      minZoom: 6,
      sources: { 'operator-tiles': { type: 'vector' as const, tiles: ['https://tiles.example.org/{z}/{x}/{y}'] } },
      layers: () => [
        { id: 'operator-place', type: 'symbol' as const, source: 'operator-tiles', 'source-layer': 'place', minzoom: 8 },
        { id: 'operator-water', type: 'fill' as const, source: 'operator-tiles', 'source-layer': 'water' },
      ],
      sprite: undefined,
      credit: 'Survey',
      creditUrl: null,
      cover: null,
    };
    const { layers, sources } = mapStyle({
      colours,
      language: 'nl',
      detail: 'base',
      hasPacks: false,
      hasTowns: true,
      textScale: 1,
      overlay,
      disputed: AGREED,
      source,
    });
    expect(sources).toHaveProperty('operator-tiles');
    const ids = layers.map(({ id }) => id);
    const order = ['ocean', 'operator-water', 'cells', 'country_name', 'operator-place', 'records'].map((id) => ids.indexOf(id));
    expect(order).not.toContain(-1);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(ids).not.toContain('village');
    const zooms = Object.fromEntries(layers.map(({ id, minzoom, maxzoom }) => [id, [minzoom, maxzoom]]));
    expect(zooms).toMatchObject({
      'operator-water': [6, undefined],
      'operator-place': [8, undefined],
      town: [undefined, 6],
      country_name: [undefined, 6],
    });
  });

  it('ends the built-in map where an added one begins, and keeps it around that', () => {
    const cover = coverFrom([{ west: 9, south: 47, east: 10, north: 48 }]);
    const source = {
      id: 'a',
      minZoom: 7,
      sources: { 'operator-a': { type: 'vector' as const, tiles: ['https://tiles.example.org/{z}/{x}/{y}'] } },
      layers: () => [
        { id: 'operator-a-place', type: 'symbol' as const, source: 'operator-a', 'source-layer': 'place', minzoom: 9 },
        { id: 'operator-a-land', type: 'fill' as const, source: 'operator-a', 'source-layer': 'land' },
      ],
      sprite: undefined,
      credit: '© OpenStreetMap contributors',
      creditUrl: null,
      cover,
    };
    const { layers, sources } = mapStyle({
      colours,
      language: 'nl',
      detail: 'base',
      hasPacks: false,
      hasTowns: true,
      textScale: 1,
      overlay,
      disputed: AGREED,
      source,
    });
    expect(sources.cover).toMatchObject({ data: cover });
    const ids = layers.map(({ id }) => id);
    const order = ['river', 'cover', 'operator-a-land', 'cells', 'village', 'operator-a-place', 'records'].map((id) => ids.indexOf(id));
    expect(order).not.toContain(-1);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    const village = layers.find(({ id }) => id === 'village') as { filter: unknown };
    const isDrawn = featureFilter(village.filter as never, 'layers[0].filter').filter;
    const town = (longitude: number, zoom: number) => {
      const scale = 8192 / 2 ** 0;
      const x = ((longitude + 180) / 360) * scale;
      const y = (0.5 - Math.asinh(Math.tan((47.5 * Math.PI) / 180)) / (2 * Math.PI)) * scale;
      const feature = { type: 1 as const, properties: { from: 8 }, geometry: [[{ x, y }]] };
      return isDrawn({ zoom }, feature, { z: 0, x: 0, y: 0 } as never);
    };
    expect([town(9.5, 8.5), town(9.5, 9), town(11, 9)]).toEqual([true, false, true]);
  });

  it('has the tiles of offline maps where the small archive ends, and parts of larger ones for the rest', () => {
    const base = (detail: 'base' | 'world') =>
      mapStyle({ colours, language: 'en', detail, hasPacks: true, hasTowns: true, textScale: 1, overlay, disputed: AGREED, source: null })
        .sources.base;
    expect(base('world')).toMatchObject({ tiles: ['veld://world/{z}/{x}/{y}'], maxzoom: 6, sparse: true });
    expect(base('base')).not.toHaveProperty('sparse');
  });

  it('has dashed borders and names of countries as the operator decided', () => {
    const { layers } = mapStyle({
      colours,
      language: 'en',
      detail: 'base',
      hasPacks: false,
      hasTowns: true,
      textScale: 1,
      overlay,
      disputed: { borders: 'hidden', labels: { EH: 'MA', XK: null } },
      source: null,
    });
    expect(layers.map(({ id }) => id)).not.toContain('border_open');
    expect(styleOf('base').layers.map(({ id }) => id)).toContain('border_open');
    const text = JSON.stringify(layers);
    expect(text).toContain('"EH","Morocco"');
    expect(text).toContain('"XK",""');
    expect(text).toContain('"MA","Morocco"');
  });
});
