import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { chown, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { MapBox, TileSchema } from '@veld/contract';
import { z } from 'zod';
import { readErrorCode, toError } from '../../thrown.ts';
import { MapFault } from './map-fault.ts';

/*
 * The maps that were added with `npm run map` or in the administration: archives in `DATA_DIR/maps`, and the list of them. A list in a file
 * needs no database, so the command works while the server runs and while it does not, and an archive is never without its description.
 */

const AddedMap = z.object({
  id: z.string(),
  name: z.string(),
  /** What it was made of: the name of a file. */
  origin: z.string(),
  kind: z.enum(['vector', 'raster', 'terrain']),
  /** Of vector tiles. */
  schema: z.nullable(TileSchema),
  /** Of terrain tiles. */
  encoding: z.enum(['terrarium', 'mapbox']).nullable(),
  /** Pixels of a side. */
  tile_size: z.int().min(1),
  attribution: z.string(),
  attribution_url: z.string().nullable(),
  is_offline: z.boolean(),
  /** The archive, in the same folder. */
  file: z.string(),
  /** Of the archive: its ETag. */
  version: z.string(),
  bytes: z.number(),
  tiles: z.number(),
  min_zoom: z.number(),
  max_zoom: z.number(),
  box: MapBox,
  /** Where it has what the built-in map would only disturb. */
  coverage: z.array(MapBox),
  added_at: z.string(),
});

/** A map that an administrator added. */
export type AddedMap = z.output<typeof AddedMap>;

const List = z.object({ maps: z.array(AddedMap) });

const LIST = 'maps.json';
const LOCK = 'lock';
/** The holder of the lock renews it this often; after the second time it counts as dead. */
const BEAT_MS = 5000;
const STALE_MS = 60_000;

export const mapsFolder = (dataDir: string): string => join(dataDir, 'maps');

/** Files that an administrator laid there to be added. */
export const incomingFolder = (dataDir: string): string => join(mapsFolder(dataDir), 'incoming');

/** What is being made; emptied before each map. */
export const workFolder = (dataDir: string): string => join(mapsFolder(dataDir), 'work');

/** The id of a map outlives its replacement, because it is made of its name. */
export const idForName = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 12);

const known = new Map<string, { stamp: string; maps: readonly AddedMap[] }>();

/** The maps that were added. Each call looks whether the list has changed, which takes a hundredth of a millisecond. */
export function readShelf(dataDir: string): readonly AddedMap[] {
  const path = join(mapsFolder(dataDir), LIST);
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (!found) return [];
  const stamp = `${found.ino} ${found.mtimeNs} ${found.size}`;
  const before = known.get(path);
  if (before?.stamp === stamp) return before.maps;
  const { maps } = List.parse(JSON.parse(readFileSync(path, 'utf8')));
  known.set(path, { stamp, maps });
  return maps;
}

export const archivePath = (dataDir: string, { file }: Pick<AddedMap, 'file'>): string => join(mapsFolder(dataDir), file);

/** Replaces the list as a whole, and removes archives that no map has any more. Readers that have one open read on. */
export async function writeShelf(dataDir: string, maps: readonly AddedMap[]): Promise<void> {
  const folder = mapsFolder(dataDir);
  const half = join(folder, `${LIST}.half`);
  const file = await open(half, 'w', 0o600);
  try {
    await file.writeFile(JSON.stringify({ maps }, null, 1));
    await file.sync();
  } finally {
    await file.close();
  }
  await giveToOwner(dataDir, half);
  await rename(half, join(folder, LIST));
  const kept = new Set(maps.map((map) => map.file));
  for (const name of await readdir(folder)) if (name.endsWith('.pmtiles') && !kept.has(name)) await rm(join(folder, name), { force: true });
}

/** What root makes is for the account that runs the server. */
export async function giveToOwner(dataDir: string, path: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(dataDir);
  await chown(path, uid, gid);
}

/** Runs `work` while nobody else changes the maps; throws a `MapFault` if somebody does. */
export async function withShelf<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  for (const folder of [mapsFolder(dataDir), incomingFolder(dataDir)]) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await giveToOwner(dataDir, folder);
  }
  const path = join(mapsFolder(dataDir), LOCK);
  await takeLock(path);
  const renew = () => utimes(path, new Date(), new Date()).catch((error: unknown) => console.error('map lock', toError(error).message));
  const beat = setInterval(() => void renew(), BEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    await rm(workFolder(dataDir), { recursive: true, force: true });
    await rm(path, { force: true });
  }
}

/** The lock is a file, because the command and the server can be two processes. Its time says whether its holder lives. */
async function takeLock(path: string, isSecond = false): Promise<void> {
  try {
    await (await open(path, 'wx', 0o600)).close();
  } catch (error) {
    if (readErrorCode(error) !== 'EEXIST') throw error;
    const held = await stat(path).catch((missing: unknown) => {
      // Given back just now.
      if (readErrorCode(missing) === 'ENOENT') return null;
      throw missing;
    });
    if (held && (isSecond || Date.now() - held.mtimeMs < STALE_MS))
      throw new MapFault('busy', 'Another map is being added or removed. Wait until it is done.');
    await rm(path, { force: true });
    await takeLock(path, true);
  }
}

/** `liechtenstein-latest.osm.pbf` is called "Liechtenstein". */
export function nameFromFile(file: string): string {
  const words = basename(file)
    .replace(/(\.osm)?\.(pbf|pmtiles|mbtiles)$/i, '')
    .replace(/-(latest|\d{6,8})$/, '')
    .replaceAll(/[-_.]+/g, ' ')
    .trim();
  return words === '' ? 'Map' : words.charAt(0).toUpperCase() + words.slice(1, 60);
}
