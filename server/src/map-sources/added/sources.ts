import type { MapSourceSetting } from '../setting.ts';
import { type AddedMap, archivePath, readShelf } from './shelf.ts';
import type { Config } from '../../config.ts';

/** A base map as configured or added. Of added ones, `added` has what is known of them. */
export type OfferedSource = MapSourceSetting & { added?: AddedMap };

/** All maps besides the built-in one, those that were added first. One in MAP_SOURCES hides an added one of the same name. */
export function offeredSources(config: Pick<Config, 'DATA_DIR' | 'MAP_SOURCES' | 'MAP_STYLE_URL'>): OfferedSource[] {
  const configured = [...config.MAP_STYLE_URL, ...config.MAP_SOURCES];
  const added = readShelf(config.DATA_DIR).map((map) => asSource(config.DATA_DIR, map));
  return [...added.filter(({ id }) => !configured.some((one) => one.id === id)), ...configured];
}

function asSource(dataDir: string, map: AddedMap): OfferedSource {
  return {
    kind: 'pmtiles',
    id: map.id,
    name: map.name,
    attribution: map.attribution,
    ...(map.attribution_url !== null && { attribution_url: map.attribution_url }),
    min_zoom: map.min_zoom,
    schema: map.schema ?? 'veld',
    file: archivePath(dataDir, map),
    // Shading is drawn from more tiles than a person sees, and not without a connection.
    ...((!map.is_offline || map.kind === 'terrain') && { offline: false as const }),
    ...(map.is_offline && map.kind !== 'terrain' && { offline: { max_zoom: map.max_zoom, max_tiles: 200_000 } }),
    added: map,
  };
}
