import { type TileSpec, listTrackLines, type TileArea } from '@veld/contract';
import { tilesIn, type TileAddress, type CoverableArea, countryOutlines } from '@veld/geography';
import type { Config } from '../../config.ts';
import { invalid } from '../../http/fault.ts';
import { recordTilesIn } from './build/record-tiles.ts';
import { type StorableSource, storableSources } from './sources/storable.ts';
import { type Position, unwrapRings } from '@veld/geometry';

/** How many bytes of offline maps a person may have. */
export function findMaxBytes(config: Config, { roles, isPro }: { roles: readonly string[]; isPro: boolean }): number {
  const isLarge = isPro || roles.includes('admin');
  return (isLarge ? config.LIMIT_OFFLINE_PRO_MB : config.LIMIT_OFFLINE_MB) * 1_000_000;
}

/** What a request is made of. */
export interface TilePlan {
  /** Null without the layer `base`. */
  source: StorableSource | null;
  base: TileAddress[];
  records: TileAddress[];
}

/** The tiles of a request; a text says why there are none that may be built. */
export function planTiles(
  config: Config,
  spec: Omit<TileSpec, 'layers'> & { layers: readonly string[] },
): TilePlan | { field: string; message: string } {
  const has = (layer: string) => spec.layers.includes(layer);
  const area = coverableArea(spec.area);
  if ('polygons' in area && area.polygons.length === 0) return { field: 'area', message: 'country_code' };
  if (spec.min_zoom > spec.max_zoom) return { field: 'min_zoom', message: 'too_big' };
  const records = has('records') || has('species') ? recordTilesIn(area, spec) : [];
  if (!records) return { field: 'area', message: 'tiles_limit' };
  if (!has('base')) return { source: null, base: [], records };
  const source = storableSources(config).find(({ id }) => id === spec.source_id);
  if (!source) return { field: 'source_id', message: 'choice' };
  if (spec.max_zoom > source.max_zoom) return { field: 'max_zoom', message: 'too_big' };
  const base = tilesIn(area, { minZoom: spec.min_zoom, maxZoom: spec.max_zoom, limit: source.max_tiles });
  return base ? { source, base, records } : { field: 'area', message: 'tiles_limit' };
}

/** As `planTiles`; 422 for a request that may not be built. */
export function permittedPlan(config: Config, spec: TileSpec): TilePlan {
  const plan = planTiles(config, spec);
  if ('field' in plan) throw invalid(plan.field, plan.message);
  return plan;
}

/** The area of a request, with the outlines of a country. */
export function coverableArea(area: TileArea): CoverableArea {
  switch (area.kind) {
    case 'country':
      return { polygons: countryOutlines(area.country_code) };
    case 'circle':
      return { lines: [[[area.longitude, area.latitude]]], radiusKm: area.radius_km };
    case 'polygon':
      return { polygons: area.geometry.type === 'Polygon' ? [unwrapRings(area.geometry.coordinates)] : [] };
    case 'corridor':
      return { lines: listTrackLines(area.track).map((line) => line.map(([x, y]): Position => [x, y])), radiusKm: area.width_km };
  }
}
