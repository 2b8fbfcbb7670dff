import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { freeBytes, RESERVE_BYTES } from '../../files/free-space.ts';
import { toError } from '../../thrown.ts';
import { isPmtilesHead, readArchiveFacts } from './archive-facts.ts';
import { MapFault } from './map-fault.ts';
import { checkOsmFile, cutTiles, isOsmHead } from './osm-file.ts';
import { packTiles } from './pack-tiles.ts';
import {
  type AddedMap,
  archivePath,
  giveToOwner,
  idForName,
  mapsFolder,
  nameFromFile,
  readShelf,
  withShelf,
  workFolder,
  writeShelf,
} from './shelf.ts';
import type { Encoding } from './terrain.ts';

export interface AddOptions {
  dataDir: string;
  /** The name of a map that is there replaces it. Without one, it is that of the file. */
  name?: string | undefined;
  attribution?: string | undefined;
  attributionUrl?: string | undefined;
  /** Whether people may keep parts of it on their devices. */
  isOffline?: boolean;
  /** How terrain tiles write heights, where they do not say so. */
  encoding?: Encoding | undefined;
  /** Names of other maps, which a map may not have. */
  taken?: readonly string[];
  now?: Date;
  progress?: (step: AddStep, share: number) => void;
}

export type AddStep = 'checking' | 'cutting' | 'packing' | 'copying';

/** How much of its own size a file needs while it becomes a map: MBTiles, tiles and archive, or one copy. */
const NEEDED = { osm: 4, mbtiles: 2.2, pmtiles: 1 };

const OPENSTREETMAP = { attribution: '© OpenStreetMap contributors', url: 'https://www.openstreetmap.org/copyright' };

/**
 * Adds a file as a map, or replaces the map of that name: an OpenStreetMap extract (`.osm.pbf`), PMTiles or MBTiles. Nothing changes until
 * the new archive is whole and known to be one that Veld can draw. Throws a `MapFault` otherwise.
 */
export async function addMap(path: string, options: AddOptions): Promise<AddedMap> {
  const { dataDir, progress = () => undefined } = options;
  const name = (options.name ?? nameFromFile(path)).trim().slice(0, 60);
  if (options.taken?.includes(name))
    throw new MapFault('name_taken', `A map in MAP_SOURCES is called "${name}" already. Choose another name.`, { name });
  const form = await readForm(path);
  return withShelf(dataDir, async () => {
    await checkDisk(path, dataDir, form);
    const folder = workFolder(dataDir);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const archive = join(folder, 'map.pmtiles');
    const isOsm = form === 'osm';
    if (form === 'pmtiles') await copyArchive(path, archive, options, progress);
    else {
      if (isOsm) progress('checking', 0);
      if (isOsm) await checkOsmFile(path);
      const tiles = isOsm ? await cutTiles(path, folder, (share) => progress('cutting', share)) : path;
      await packTiles(tiles, archive, (share) => progress('packing', share));
    }
    const facts = await readArchiveFacts(archive, options);
    const version = await hashFile(archive);
    const id = idForName(name);
    const { attribution, ...drawn } = facts;
    const isOpenStreetMap = isOsm || (drawn.kind === 'vector' && attribution === null) || /openstreetmap/i.test(attribution ?? '');
    const map: AddedMap = {
      id,
      name,
      origin: basename(path),
      ...drawn,
      attribution: options.attribution ?? attribution ?? (isOpenStreetMap ? OPENSTREETMAP.attribution : name),
      attribution_url: options.attributionUrl ?? (isOpenStreetMap ? OPENSTREETMAP.url : null),
      is_offline: options.isOffline ?? true,
      file: `${id}-${version}.pmtiles`,
      version,
      bytes: (await stat(archive)).size,
      added_at: (options.now ?? new Date()).toISOString(),
    };
    await giveToOwner(dataDir, archive);
    await rename(archive, archivePath(dataDir, map));
    const others = readShelf(dataDir).filter((one) => one.id !== id);
    await writeShelf(dataDir, [...others, map]);
    return map;
  });
}

/** Removes a map by its name or id; null if there is none. Offline maps that were made of it stay on the devices. */
export async function removeMap(dataDir: string, nameOrId: string): Promise<AddedMap | null> {
  return withShelf(dataDir, async () => {
    const maps = readShelf(dataDir);
    const found = maps.find(({ id, name }) => id === nameOrId || name === nameOrId);
    if (found)
      await writeShelf(
        dataDir,
        maps.filter((one) => one !== found),
      );
    return found ?? null;
  });
}

/** What a file is, by how it begins: names lie. */
async function readForm(path: string): Promise<keyof typeof NEEDED> {
  const file = await open(path).catch((error: Error) => {
    throw new MapFault('not_a_map', `The file cannot be read: ${error.message}.`);
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
    const head = buffer.subarray(0, bytesRead);
    if (isPmtilesHead(head)) return 'pmtiles';
    if (head.toString('latin1', 0, 15) === 'SQLite format 3') return 'mbtiles';
    if (isOsmHead(head)) return 'osm';
  } catch (error) {
    throw new MapFault('not_a_map', `The file cannot be read: ${toError(error).message}.`);
  } finally {
    await file.close();
  }
  throw new MapFault('not_a_map', 'The file is neither an OpenStreetMap extract (.osm.pbf) nor PMTiles nor MBTiles.');
}

async function checkDisk(path: string, dataDir: string, form: keyof typeof NEEDED): Promise<void> {
  const needed = Math.ceil((await stat(path)).size * NEEDED[form]) + RESERVE_BYTES;
  const free = await freeBytes(mapsFolder(dataDir));
  if (free >= needed) return;
  const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;
  throw new MapFault('disk_full', `The disk of the data folder has ${gigabytes(free)} free, and ${gigabytes(needed)} are needed.`, {
    needed,
    free,
  });
}

/** Looks at an archive before the copy, which takes long for a large one. */
async function copyArchive(path: string, to: string, options: AddOptions, progress: NonNullable<AddOptions['progress']>): Promise<void> {
  progress('checking', 0);
  await readArchiveFacts(path, options);
  const { size } = await stat(path);
  const file = await open(to, 'w', 0o600);
  try {
    let done = 0;
    await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        await file.appendFile(chunk);
        done += chunk.length;
        progress('copying', done / size);
      }
    });
    await file.sync();
  } finally {
    await file.close();
  }
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  const chunks: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: 1 << 20 });
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex').slice(0, 16);
}
