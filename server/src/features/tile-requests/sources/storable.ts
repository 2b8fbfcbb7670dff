import type { TileSource } from '@veld/contract';
import type { Config } from '../../../config.ts';
import { offeredSources } from '../../../map-sources/added/sources.ts';
import type { MapSourceSetting } from '../../../map-sources/setting.ts';

/** The last zoom of the tiles of the built-in map. */
const BUILT_IN_ZOOM = 6;
const DEFAULT_ZOOM = 14;
/** An archive on the server's own disk strains nobody else. */
const OWN_FILE: { max_tiles: number; max_zoom?: number } = { max_tiles: 200_000 };

/** A base map that people may store, with the limits of the operator. */
export interface StorableSource extends TileSource {
  /** Null for the built-in map. */
  setting: Exclude<MapSourceSetting, { kind: 'style' }> | null;
}

const BUILT_IN: StorableSource = {
  id: null,
  name: null,
  attribution: 'GeoNames (CC BY 4.0), Natural Earth',
  max_zoom: BUILT_IN_ZOOM,
  max_tiles: OWN_FILE.max_tiles,
  setting: null,
};

/**
 * The base maps that offline maps are made of, the one to choose first. A map of another server is never read for one unless the
 * operator allowed it (`offline` in MAP_SOURCES).
 */
export function storableSources(config: Pick<Config, 'DATA_DIR' | 'MAP_SOURCES' | 'MAP_STYLE_URL' | 'TILE_SOURCE'>): StorableSource[] {
  const offered = offeredSources(config).flatMap(storable);
  const first = offered.filter(({ name }) => name === config.TILE_SOURCE);
  return [...first, ...offered.filter((one) => !first.includes(one)), BUILT_IN];
}

/** Whether the tiles are on the disk of this server. */
export function isOnDisk({ setting }: StorableSource): boolean {
  return setting === null || (setting.kind === 'pmtiles' && setting.file !== undefined);
}

function storable(setting: MapSourceSetting): StorableSource[] {
  if (setting.kind === 'style') return [];
  const isOwnFile = setting.kind === 'pmtiles' && setting.file !== undefined;
  const offline = setting.offline ?? (isOwnFile && OWN_FILE);
  if (offline === false) return [];
  const { id, name, attribution } = setting;
  const max_zoom = offline.max_zoom ?? (setting.kind === 'pmtiles' ? DEFAULT_ZOOM : setting.max_zoom);
  return [{ id, name, attribution, max_zoom, max_tiles: offline.max_tiles, setting }];
}
