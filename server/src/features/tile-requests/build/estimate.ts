import type { TileLayer } from '@veld/contract';
import type { TileAddress } from '@veld/geography';
import type { Context } from '../../../http/context.ts';
import type { TilePlan } from '../access.ts';
import { openSource } from '../sources/open-source.ts';
import { isOnDisk } from '../sources/storable.ts';
import { listTileRanges, recordTile } from './record-tiles.ts';
import { type Samples, sizeOfTiles } from './sample.ts';
import { sizeOfSpecies, type SpeciesReader } from './species.ts';

/** An archive on this server costs little to read. */
const ON_DISK: Samples = { ofZoom: 128, inAll: 500 };
/** What another server has is read as little as possible. */
const ELSEWHERE: Samples = { ofZoom: 12, inAll: 40 };
/** Tiles of low zooms count many records. */
const OF_RECORDS: Samples = { ofZoom: 16, inAll: 64 };

export interface Estimate {
  tiles: number;
  bytes: number;
  by_layer: { layer: TileLayer; bytes: number }[];
}

/** How large a request would be, from the sizes of tiles spread evenly over its area. Throws a `SourceFault` if the map cannot be read. */
export async function estimate(context: Context, plan: TilePlan, layers: readonly TileLayer[], reader: SpeciesReader): Promise<Estimate> {
  const by_layer: Estimate['by_layer'] = [];
  if (plan.source) {
    const source = await openSource(context, plan.source);
    const tiles = plan.base.filter(({ z }) => z >= source.minZoom && z <= source.maxZoom);
    const samples = isOnDisk(plan.source) ? ON_DISK : ELSEWHERE;
    by_layer.push({ layer: 'base', bytes: await sizeOfTiles(tiles, samples, (tile) => source.read(tile)) });
  }
  const ranges = listTileRanges(plan.records);
  if (layers.includes('records')) {
    const read = (tile: TileAddress) => recordTile(context.readDb, tile, ranges, reader);
    by_layer.push({ layer: 'records', bytes: await sizeOfTiles(plan.records, OF_RECORDS, read) });
  }
  if (layers.includes('species')) by_layer.push({ layer: 'species', bytes: await sizeOfSpecies(context, ranges, reader) });
  return {
    tiles: plan.base.length + (layers.includes('records') ? plan.records.length : 0),
    bytes: by_layer.reduce((sum, { bytes }) => sum + bytes, 0),
    by_layer,
  };
}
