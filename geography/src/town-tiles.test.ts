import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { describe, expect, it } from 'vitest';
import { committedGazetteer } from './testing/committed.ts';
import { type TileAddress, TOWNS_LAYER, TOWNS_ZOOM, townTile } from './town-tiles.ts';

const gazetteer = committedGazetteer();

const layerOf = (at: TileAddress) => new VectorTile(new PbfReader(townTile(gazetteer, at))).layers[TOWNS_LAYER];

function townsOf(at: TileAddress): VectorTileFeature[] {
  const layer = layerOf(at);
  return layer ? Array.from({ length: layer.length }, (_, i) => layer.feature(i)) : [];
}

function tileAround(latitude: number, longitude: number, z = TOWNS_ZOOM): TileAddress {
  const height = (1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2;
  return { z, x: Math.floor(((longitude + 180) / 360) * 2 ** z), y: Math.floor(height * 2 ** z) };
}

describe('a tile of towns', () => {
  it('has towns and villages at their places, with their names in other languages', () => {
    const at = tileAround(52.09, 5.12);
    const towns = townsOf(at);
    expect(towns.length).toBeGreaterThan(100);
    const utrecht = towns.find(({ properties }) => properties.name === 'Utrecht')!;
    expect(Number(utrecht.properties.people)).toBeGreaterThan(250_000);
    const { geometry } = utrecht.toGeoJSON(at.x, at.y, at.z);
    const [longitude, latitude] = geometry.type === 'Point' ? geometry.coordinates : [];
    expect(longitude).toBeCloseTo(5.12, 1);
    expect(latitude).toBeCloseTo(52.09, 1);
    const [cologne] = townsOf(tileAround(50.93, 6.95)).filter(({ properties }) => properties.fr === 'Cologne');
    expect(cologne?.properties).toMatchObject({ name: 'Köln', af: 'Keulen', en: 'Cologne' });
  });

  it('shows the only village of an island as early as a town on the mainland', () => {
    const village = townsOf(tileAround(54.18, 7.89)).find(({ properties }) => properties.name === 'Helgoland')!;
    expect(Number(village.properties.people)).toBeLessThan(3000);
    expect(Number(village.properties.from)).toBeLessThanOrEqual(7);
  });

  it.each([
    ['around Utrecht', tileAround(52.09, 5.12, 6)],
    ['of the equator', tileAround(0.1, 32.5, 6)],
    ['west of the antimeridian, in Fiji', tileAround(-17, 179.9, 6)],
    ['east of it', tileAround(-17, -179.9, 6)],
  ])('has each town in one of the four tiles below it: %s', (_, { z, x, y }) => {
    const count = (at: TileAddress) => layerOf(at)?.length ?? 0;
    const below = [0, 1, 2, 3].map((i) => count({ z: z + 1, x: 2 * x + (i % 2), y: 2 * y + (i >> 1) }));
    expect(count({ z, x, y })).toBeGreaterThan(0);
    expect(below.reduce((sum, one) => sum + one)).toBe(count({ z, x, y }));
  });
});
