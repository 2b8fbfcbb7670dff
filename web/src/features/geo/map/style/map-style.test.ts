import { describe, expect, it } from 'vitest';
import type { MapColours } from '../map-colours';
import { mapStyle } from './map-style';

const colours = new Proxy({}, { get: (_, name) => `colour ${String(name)}` }) as MapColours;
const overlay = {
  sources: { records: { cluster: true } },
  layers: () => [{ id: 'records', type: 'circle' as const, source: 'records' }],
};
const styleOf = (detail: 'base' | 'world' | 'none', language: 'en' | 'nl' = 'nl') =>
  mapStyle({ colours, language, detail, textScale: 1, overlay });

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
    expect(Object.keys(styleOf('none').sources)).toEqual(['grid', 'records']);
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
});
