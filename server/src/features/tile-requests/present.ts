import type { TileOffer, TileRequest, TileRequestDetails } from '@veld/contract';
import type { Config } from '../../config.ts';
import { storableSources } from './sources/storable.ts';
import type { ListedRequest } from './store.ts';

/** A request for the person who made it. */
export function presentRequest(row: ListedRequest, is_outdated: boolean): TileRequest {
  const { id, name, west, south, east, north, min_zoom, max_zoom, layers, source_id, state, reason, tiles, done_tiles, place_in_queue } =
    row;
  const files = state === 'ready' ? row.files.map(({ layer, bytes, sha256 }) => ({ layer, bytes, sha256 })) : [];
  return {
    id,
    name,
    area_kind: row.area.kind,
    box: { west, south, east, north },
    min_zoom,
    max_zoom,
    layers,
    record_groups: row.record_groups,
    source_id,
    state,
    reason,
    place_in_queue,
    tiles,
    done_tiles,
    bytes: state === 'ready' ? files.reduce((sum, { bytes }) => sum + bytes, 0) : row.estimated_bytes,
    files,
    created_at: row.created_at.toISOString(),
    ready_at: row.ready_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    is_outdated,
  };
}

export function presentDetails(row: ListedRequest, isOutdated: boolean): TileRequestDetails {
  return { ...presentRequest(row, isOutdated), files: row.state === 'ready' ? row.files : [] };
}

export function presentSources(config: Config): TileOffer['sources'] {
  return storableSources(config).map(({ id, name, attribution, max_zoom, max_tiles }) => ({ id, name, attribution, max_zoom, max_tiles }));
}
