import { join } from 'node:path';
import { type ChunkedFile, type TileLayer, TILE_CHUNK_BYTES } from '@veld/contract';
import { boxAround, type TileAddress } from '@veld/geography';
import { type ArchiveFacts, archiveHead } from '@veld/geography/archive';
import { Compression, TileType, zxyToTileId } from 'pmtiles';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import type { Context } from '../../../http/context.ts';
import { findMaxBytes, planTiles, type TilePlan, coverableArea } from '../access.ts';
import { FILES_KEPT_MS, locateFolder } from '../cleanup.ts';
import { makeReady } from '../notices.ts';
import { openSource } from '../sources/open-source.ts';
import { identifyArchive } from '../sources/version.ts';
import { addFile, sumMapBytes, type QueuedRequest, saveProgress } from '../store.ts';
import { listTileRanges, recordLayers, recordTile } from './record-tiles.ts';
import { takeShared } from './shared.ts';
import { listSpecies, pickSpeciesReader } from './species.ts';
import { TileLog } from './tile-log.ts';

/** Tiles read at once, and after how many the progress is saved. */
const AT_ONCE = 4;
const SAVED_TILES = 64;

interface Work {
  context: Context;
  row: QueuedRequest;
  plan: TilePlan;
  folder: string;
  /** Bytes that the files may have. */
  room: number;
  /** When this run ends, in milliseconds since 1970. */
  end: number;
  /** Tiles of the files before. */
  done: number;
  /** Until when the request is this process's, in milliseconds since 1970. */
  lease: number;
}

/** Builds the files of a request that are still missing. */
export async function build(context: Context, row: QueuedRequest, end: number): Promise<void> {
  const plan = planTiles(context.config, row);
  if ('field' in plan) throw new SourceGone();
  const others = await sumMapBytes(context.db, row.user_id, row.id);
  const room = findMaxBytes(context.config, { roles: row.roles, isPro: row.is_pro }) - others;
  const work: Work = { context, row, plan, folder: locateFolder(context, row.id), room, end, done: 0, lease: 0 };
  const isNew = row.state === 'queued';
  await goOn(work, { state: 'building', ...(isNew && plan.source && { source_version: await identifyArchive(plan.source) }) });
  const files = [...row.files];
  for (const layer of row.layers) {
    if (!files.some((file) => file.layer === layer)) {
      const file = { layer, ...(await FILES[layer](work)) };
      files.push(file);
      if (!(await addFile(context.db, row.id, file))) throw new GaveUp();
    }
    work.done += layer === 'base' ? plan.base.length : layer === 'records' ? plan.records.length : 0;
  }
  if (files.reduce((sum, { bytes }) => sum + bytes, 0) > room) throw new TooLarge();
  await removeLogs(work.folder);
  const now = context.now();
  await makeReady(context, row, { done_tiles: work.done, ready_at: now, expires_at: new Date(now.getTime() + FILES_KEPT_MS) });
}

/** The name of the file of a layer in the folder of its request. */
export function fileName(layer: TileLayer): string {
  return layer === 'species' ? 'species.json' : `${layer}.pmtiles`;
}

const FILES: Record<TileLayer, (work: Work) => Promise<Omit<ChunkedFile, 'layer'>>> = {
  async base(work) {
    const { plan, context } = work;
    if (!plan.source) throw new SourceGone();
    const { name, attribution } = plan.source;
    const shared = await takeShared(context, work.row, await identifyArchive(plan.source));
    if (shared) return shared;
    const source = await openSource(context, plan.source);
    const tiles = plan.base.filter(({ z }) => z >= source.minZoom && z <= source.maxZoom);
    return tileFile(
      work,
      'base',
      tiles,
      (tile) => source.read(tile),
      () => ({
        metadata: { name: name ?? 'Veld base map', attribution },
        type: source.type ?? TileType.Unknown,
        compression: source.compression,
      }),
    );
  },
  async records(work) {
    const { plan, context, row } = work;
    const ranges = listTileRanges(plan.records);
    const reader = pickSpeciesReader(row);
    return tileFile(
      work,
      'records',
      plan.records,
      (tile) => recordTile(context.readDb, tile, ranges, reader),
      () => ({
        metadata: { name: 'Records', vector_layers: recordLayers(reader.groups) },
        type: TileType.Mvt,
        compression: Compression.Gzip,
      }),
    );
  },
  async species({ context, plan, row, folder }) {
    const species = await listSpecies(context, listTileRanges(plan.records), pickSpeciesReader(row));
    return writeWhole(join(folder, fileName('species')), [Buffer.from(JSON.stringify(species))]);
  },
};

type Facts = Pick<ArchiveFacts, 'metadata' | 'type' | 'compression'>;

/** An archive of tiles, of which those that were read before are not read again. */
async function tileFile(
  work: Work,
  layer: TileLayer,
  addresses: readonly TileAddress[],
  read: (tile: TileAddress) => Promise<Uint8Array | null>,
  facts: () => Facts,
): Promise<Omit<ChunkedFile, 'layer'>> {
  const { row, folder, room } = work;
  const tiles = inOrder(addresses);
  const log = await TileLog.open(folder, layer);
  try {
    const missing = tiles.filter(({ id }) => id > log.last);
    for (let at = 0; at < missing.length; at += AT_ONCE) {
      const batch = missing.slice(at, at + AT_ONCE);
      const contents = await Promise.all(batch.map(read));
      if (work.context.now().getTime() >= work.lease) throw new GaveUp();
      for (const [i, { id }] of batch.entries()) await log.append(id, contents[i]!);
      if (log.bytes > room) throw new TooLarge();
      if (at % SAVED_TILES === 0) await saveTiles(work, log);
    }
    await saveTiles(work, log);
    const { west, south, east, north } = boxAround(coverableArea(row.area));
    // Readers of archives know no box across the antimeridian.
    const sides = west > east ? { west: -180, east: 180 } : { west, east };
    const zooms = { minZoom: tiles[0]?.z ?? 0, maxZoom: tiles.at(-1)?.z ?? 0 };
    return await finishArchive(folder, layer, log, { ...facts(), ...zooms, bounds: [sides.west, south, sides.east, north] });
  } finally {
    await log.close();
  }
}

/** In the order of an archive, which is that of zooms. */
function inOrder(tiles: readonly TileAddress[]): (TileAddress & { id: number })[] {
  return tiles.map((tile) => ({ ...tile, id: zxyToTileId(tile.z, tile.x, tile.y) })).toSorted((one, other) => one.id - other.id);
}

/** Makes durable what was read, and goes on unless the run is over. */
async function saveTiles(work: Work, log: TileLog): Promise<void> {
  await log.flush();
  const isOver = work.context.now().getTime() >= work.end;
  await goOn(work, { done_tiles: work.done + log.count, failures: 0 });
  if (!isOver) return;
  await saveProgress(work.context.db, work.row.id, { busy_until: null });
  throw new GaveUp();
}

async function goOn(work: Work, change: Parameters<typeof saveProgress>[2]): Promise<void> {
  const busy_until = leaseFrom(work.context.now());
  if (!(await saveProgress(work.context.db, work.row.id, { ...change, busy_until }))) throw new GaveUp();
  work.lease = busy_until.getTime();
}

/** The request was deleted or cancelled, or this process was asleep for so long that another may work on it. */
export class GaveUp extends Error {}

/** The files are larger than the person may have. */
export class TooLarge extends Error {}

/** The operator removed the map, or no longer allows it to be stored. */
export class SourceGone extends Error {}

const LEASE_MS = 120_000;

/** Until when a request belongs to the process that works on it, unless it goes on. */
export function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS);
}

/** Makes a PMTiles archive of the tiles in a log, which stays until `removeLogs`. */
async function finishArchive(folder: string, name: string, log: TileLog, facts: ArchiveFacts): Promise<Omit<ChunkedFile, 'layer'>> {
  await log.flush();
  return writeWhole(join(folder, `${name}.pmtiles`), [
    archiveHead(log.stored, log.bytes, facts),
    ...(log.bytes > 0 ? [createReadStream(join(folder, `${name}.tiles`))] : []),
  ]);
}

/** Removes what only the building needed. */
async function removeLogs(folder: string): Promise<void> {
  for (const name of await readdir(folder)) if (/\.(tiles|index|half)$/.test(name)) await rm(join(folder, name), { force: true });
}

/** Writes a file, which is there as a whole or not at all. */
async function writeWhole(path: string, parts: readonly (Uint8Array | AsyncIterable<Uint8Array>)[]): Promise<Omit<ChunkedFile, 'layer'>> {
  const half = `${path}.half`;
  const hash = createHash('sha256');
  const chunks = new ChunkHashes();
  let bytes = 0;
  const file = await open(half, 'w', 0o600);
  try {
    for (const part of parts)
      for await (const chunk of part instanceof Uint8Array ? [part] : part) {
        await file.appendFile(chunk);
        hash.update(chunk);
        chunks.update(chunk);
        bytes += chunk.length;
      }
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(half, path);
  return { bytes, sha256: hash.digest('hex'), chunks: chunks.digests() };
}

/** The hashes of the parts in which devices download a file. */
class ChunkHashes {
  readonly #digests: string[] = [];
  #hash = createHash('sha256');
  #missing = TILE_CHUNK_BYTES;

  update(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      const part = bytes.subarray(at, at + this.#missing);
      this.#hash.update(part);
      this.#missing -= part.length;
      at += part.length;
      if (this.#missing === 0) this.#next();
    }
  }

  digests(): string[] {
    if (this.#missing < TILE_CHUNK_BYTES) this.#next();
    return this.#digests;
  }

  #next(): void {
    this.#digests.push(this.#hash.digest('hex'));
    this.#hash = createHash('sha256');
    this.#missing = TILE_CHUNK_BYTES;
  }
}
