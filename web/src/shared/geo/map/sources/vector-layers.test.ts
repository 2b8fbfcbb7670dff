import { TileSchema } from '@veld/contract';
import { createExpression, validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { describe, expect, it } from 'vitest';
import type { MapColours } from '../map-colours';
import { findKind, SCHEMAS } from './schemas';
import { vectorLayers } from './vector-layers';

const colours = new Proxy({}, { get: () => '#123456' }) as MapColours;
const layersOf = (schema: TileSchema, source = 'operator-a') => vectorLayers(source, schema, { colours, language: 'de', scale: 1 });

describe('the layers of vector tiles', () => {
  it.each(TileSchema.options)('are a valid style, each once and named after their source: %s', (schema) => {
    const layers = [...layersOf(schema), ...layersOf(schema, 'operator-b')];
    const tiles = { type: 'vector' as const, tiles: ['https://example.org/{z}/{x}/{y}'] };
    const style = {
      version: 8 as const,
      glyphs: 'https://example.org/{fontstack}/{range}',
      sources: { 'operator-a': tiles, 'operator-b': tiles },
      layers,
    };
    expect(validateStyleMin(style)).toEqual([]);
    expect(new Set(layers.map(({ id }) => id)).size).toBe(layers.length);
  });

  it('have the name in the language of the person where the tiles have it', () => {
    const place = layersOf('veld').find(({ id }) => id === 'operator-a-place')!;
    const text = (place as { layout: { 'text-field': unknown } }).layout['text-field'];
    const read = createExpression(text, 'layers[0].layout.text-field');
    if (read.result === 'error') throw new Error('Not an expression');
    const name = (properties: Record<string, string>) => read.value.evaluate({ zoom: 12 }, { type: 'Point', properties } as never);
    expect(name({ name: 'Genève', 'name:de': 'Genf' })).toBe('Genf');
    expect(name({ name: 'Genève', name_de: 'Genf' })).toBe('Genf');
    expect(name({ name: 'Genève', 'name:nl': 'Genève' })).toBe('Genève');
  });

  it('tell a path from a road in each schema', () => {
    const kinds = (schema: TileSchema, properties: Record<string, string>) =>
      SCHEMAS[schema].way.flatMap((ways) => findKind(ways, properties) ?? []);
    expect(kinds('veld', { class: 'path' })).toEqual(['path']);
    expect(kinds('openmaptiles', { class: 'track' })).toEqual(['track']);
    expect(kinds('protomaps', { kind: 'path', kind_detail: 'cycleway' })).toEqual(['path', 'cycleway']);
    expect(kinds('shortbread', { kind: 'footway' })).toEqual(['path']);
    expect(kinds('shortbread', { kind: 'taxiway' })).toEqual([]);
  });
});
