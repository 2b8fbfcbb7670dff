import type { MapBox, MapSource } from '@veld/contract';
import { TileType } from 'pmtiles';
import type { KeptPack } from '../../../../local/tile-requests/kept-packs';
import type { PackFiles } from '../../../../local/tile-requests/pack-files';
import { openArchive } from '../../../../local/tile-requests/read-tiles';
import { coverFrom, PREFIX } from '../sources/operators';
import type { OpenedSource } from '../sources/opened-source';
import { vectorLayers } from '../sources/vector-layers';
import { PACK } from './pack-tiles';

/** Up to this zoom, the built-in map has more than a part of an offline map would show. */
const BUILT_IN_ZOOM = 6;
const TILES = `${PREFIX}pack`;

/** The offline maps of a base map, to be drawn over the built-in one. What it was when it was stored outlives the operator's setting. */
export async function openPacked(files: PackFiles, packs: readonly KeptPack[], setting: MapSource | null): Promise<OpenedSource> {
  const id = packs[0]!.source_id!;
  const archives = packs.flatMap((pack) => openArchive(files, pack, 'base') ?? []);
  const headers = await Promise.all(archives.map((archive) => archive.getHeader()));
  const { attribution } = (await archives[0]!.getMetadata()) as { attribution?: string };
  const minZoom = Math.max(BUILT_IN_ZOOM + 1, Math.min(...headers.map((header) => header.minZoom)));
  const maxzoom = Math.max(...headers.map((header) => header.maxZoom));
  const tiles = { tiles: [`veld://${PACK}/{z}/{x}/{y}?id=${id}`], minzoom: minZoom, maxzoom };
  const joined = setting?.kind === 'pmtiles' ? setting.joined : undefined;
  const common = {
    id: `${PACK} ${id}`,
    minZoom,
    credit: attribution ?? '',
    creditUrl: setting?.attribution_url ?? null,
    sprite: undefined,
    cover: joined?.as === 'map' ? coverFrom(boxesInside(joined.coverage, packs)) : null,
  };
  if (headers[0]!.tileType !== TileType.Mvt) {
    const tileSize = setting?.kind === 'raster' ? setting.tile_size : setting?.kind === 'pmtiles' ? 512 : 256;
    return {
      ...common,
      sources: { [TILES]: { ...tiles, type: 'raster', tileSize } },
      layers: () => [{ id: `${PREFIX}raster`, type: 'raster', source: TILES }],
    };
  }
  const schema = setting && 'schema' in setting ? setting.schema : 'openmaptiles';
  // A tile that no offline map has is drawn from a larger one.
  const source = { ...tiles, type: 'vector' as const, sparse: true };
  return { ...common, sources: { [TILES]: source }, layers: (options) => vectorLayers(TILES, schema, options) };
}

/** What of a map's area the offline maps have. */
function boxesInside(coverage: readonly MapBox[], packs: readonly KeptPack[]): MapBox[] {
  return packs.flatMap(({ box }) =>
    coverage.flatMap(({ west, south, east, north }) => {
      const part = {
        west: Math.max(west, box.west),
        south: Math.max(south, box.south),
        east: Math.min(east, box.east),
        north: Math.min(north, box.north),
      };
      return part.west < part.east && part.south < part.north ? [part] : [];
    }),
  );
}
