import { MAX_PACK_SPECIES, type TileLayer } from '@veld/contract';
import type { TileAddress } from '@veld/geography';
import { zxyToTileId } from 'pmtiles';
import type { Context } from '../../../http/context.ts';
import type { TilePlan } from '../access.ts';
import { findPictures, pictureKey } from '../../taxa/picture-store.ts';
import { openSource } from '../sources/open-source.ts';
import { keyRangesOf, recordTile } from './record-tiles.ts';
import { listCommonest } from './records-store.ts';

/** Tiles of so many zooms, from the highest down, are read, and so many of each. */
const SAMPLED_ZOOMS = 4;
const SAMPLES = 4;
/** In the directories of an archive, and of a species without its picture. */
const TILE_BYTES = 5;
const SPECIES_BYTES = 140;
const HEAD_BYTES = 1_000;

export interface Estimate {
  tiles: number;
  bytes: number;
  by_layer: { layer: TileLayer; bytes: number }[];
}

/** How large a request would be, from the sizes of tiles spread evenly over its area. Throws a `SourceFault` if the map cannot be read. */
export async function estimate(
  context: Context,
  plan: TilePlan,
  { layers, userId }: { layers: readonly TileLayer[]; userId: string },
): Promise<Estimate> {
  const by_layer: Estimate['by_layer'] = [];
  if (plan.source) {
    const source = await openSource(context, plan.source);
    const tiles = plan.base.filter(({ z }) => z >= source.minZoom && z <= source.maxZoom);
    by_layer.push({ layer: 'base', bytes: await sizeOf(tiles, async (tile) => (await source.read(tile))?.length ?? 0) });
  }
  const ranges = keyRangesOf(plan.records);
  if (layers.includes('records')) {
    const read = async (tile: TileAddress) => (await recordTile(context.readDb, tile, ranges, userId))?.length ?? 0;
    by_layer.push({ layer: 'records', bytes: await sizeOf(plan.records, read) });
  }
  if (layers.includes('species')) by_layer.push({ layer: 'species', bytes: await sizeOfSpecies(context, plan, userId) });
  return {
    tiles: plan.base.length + (layers.includes('records') ? plan.records.length : 0),
    bytes: by_layer.reduce((sum, { bytes }) => sum + bytes, 0),
    by_layer,
  };
}

async function sizeOf(tiles: readonly TileAddress[], read: (tile: TileAddress) => Promise<number>): Promise<number> {
  const byZoom = Map.groupBy(tiles, ({ z }) => z);
  const zooms = [...byZoom.keys()].toSorted((one, other) => other - one);
  let bytes = HEAD_BYTES + tiles.length * TILE_BYTES;
  let average = 0;
  for (const [at, zoom] of zooms.entries()) {
    const all = byZoom.get(zoom)!;
    if (at < SAMPLED_ZOOMS) average = await averageOf(samplesOf(all), read);
    bytes += average * all.length;
  }
  return Math.round(bytes);
}

/** The same ones every time, spread over the area along the order of an archive. */
function samplesOf(tiles: readonly TileAddress[]): TileAddress[] {
  const ordered = tiles.toSorted((one, other) => zxyToTileId(one.z, one.x, one.y) - zxyToTileId(other.z, other.x, other.y));
  if (ordered.length <= SAMPLES) return ordered;
  return Array.from({ length: SAMPLES }, (_, i) => ordered[Math.floor(((i + 0.5) * ordered.length) / SAMPLES)]!);
}

async function averageOf(tiles: readonly TileAddress[], read: (tile: TileAddress) => Promise<number>): Promise<number> {
  let sum = 0;
  for (const tile of tiles) sum += await read(tile);
  return sum / tiles.length;
}

async function sizeOfSpecies({ readDb, files }: Context, plan: TilePlan, userId: string): Promise<number> {
  const species = await listCommonest(readDb, keyRangesOf(plan.records), userId, MAX_PACK_SPECIES);
  const pictures = await findPictures(
    readDb,
    species.map(({ taxon_id }) => taxon_id),
  );
  const sizes = await Promise.all(pictures.map(async (row) => (await files.size(pictureKey(row))) ?? 0));
  return sizes.reduce((sum, size) => sum + Math.ceil(size / 3) * 4, species.length * SPECIES_BYTES);
}
