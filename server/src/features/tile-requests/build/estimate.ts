import type { TileLayer } from '@veld/contract';
import type { TileAddress } from '@veld/geography';
import { createHash } from 'node:crypto';
import { zxyToTileId } from 'pmtiles';
import type { Context } from '../../../http/context.ts';
import type { TilePlan } from '../access.ts';
import { openSource } from '../sources/open-source.ts';
import { isOnDisk } from '../sources/storable.ts';
import { listTileRanges, recordTile } from './record-tiles.ts';
import { sizeOfSpecies, type SpeciesReader } from './species.ts';

const AT_ONCE = 4;

/** Of an archive: its header with the metadata, and a tile in its directory. */
const HEAD_BYTES = 280;

const ENTRY_BYTES = 4;

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

/** How many tiles are read at most. */
interface Samples {
  ofZoom: number;
  inAll: number;
}

interface Sampled {
  count: number;
  tiles: { hash: string; bytes: number }[];
}

/** The size of an archive of tiles, from as many of each zoom as may be read. Those of the highest zooms are most of it and come first. */
async function sizeOfTiles(
  tiles: readonly TileAddress[],
  { ofZoom, inAll }: Samples,
  read: (tile: TileAddress) => Promise<Uint8Array | null>,
): Promise<number> {
  const byZoom = Map.groupBy(tiles, ({ z }) => z);
  const zooms: Sampled[] = [];
  let left = inAll;
  for (const [, all] of [...byZoom].toSorted(([one], [other]) => other - one)) {
    const chosen = spread(all, Math.min(ofZoom, left));
    left -= chosen.length;
    zooms.push({ count: all.length, tiles: await readAll(chosen, read) });
  }
  return Math.round(HEAD_BYTES + bytesOf(zooms));
}

/** Equal tiles, such as those of the open sea, are stored once. A zoom of which no tile was read has tiles as the one above it. */
function bytesOf(zooms: readonly Sampled[]): number {
  const times = new Map<string, number>();
  for (const { hash } of zooms.flatMap((zoom) => zoom.tiles)) times.set(hash, (times.get(hash) ?? 0) + 1);
  const repeated = new Map(
    zooms.flatMap((zoom) => zoom.tiles.flatMap(({ hash, bytes }) => ((times.get(hash) ?? 0) > 1 ? [[hash, bytes] as const] : []))),
  );
  let sum = [...repeated.values()].reduce((before, bytes) => before + bytes, 0);
  let average = 0;
  for (const { count, tiles } of zooms) {
    if (tiles.length > 0) {
      const single = tiles.filter(({ hash, bytes }) => bytes > 0 && times.get(hash) === 1);
      average = single.reduce((before, { bytes }) => before + bytes + ENTRY_BYTES, 0) / tiles.length;
    }
    sum += average * count;
  }
  return sum;
}

/** The same ones every time, spread over the area along the order of an archive. */
function spread(tiles: readonly TileAddress[], most: number): TileAddress[] {
  const ordered = tiles.toSorted((one, other) => zxyToTileId(one.z, one.x, one.y) - zxyToTileId(other.z, other.x, other.y));
  if (ordered.length <= most) return ordered;
  return Array.from({ length: most }, (_, i) => ordered[Math.floor(((i + 0.5) * ordered.length) / most)]).filter(
    (tile) => tile !== undefined,
  );
}

async function readAll(tiles: readonly TileAddress[], read: (tile: TileAddress) => Promise<Uint8Array | null>): Promise<Sampled['tiles']> {
  const found: Sampled['tiles'] = [];
  for (let at = 0; at < tiles.length; at += AT_ONCE) {
    const contents = await Promise.all(tiles.slice(at, at + AT_ONCE).map(read));
    for (const bytes of contents)
      found.push({
        hash: createHash('sha256')
          .update(bytes ?? '')
          .digest('base64'),
        bytes: bytes?.length ?? 0,
      });
  }
  return found;
}
