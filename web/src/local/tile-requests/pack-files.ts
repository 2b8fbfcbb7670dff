import type { TileLayer } from '@veld/contract';
import { CACHES } from '../device/caches';

/** A part of a file of an offline map. */
export interface ChunkKey {
  id: string;
  layer: TileLayer;
  number: number;
}

/** The parts of offline maps that are stored on this device, of one person. A part is there whole or not at all. */
export interface PackFiles {
  /** The sizes of the stored parts of a file, by number. */
  sizes(id: string, layer: TileLayer): Promise<Map<number, number>>;
  /** Rejects with a `QuotaExceededError` if there is too little space. */
  write(key: ChunkKey, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  read(key: ChunkKey): Promise<Blob | null>;
  /** Removes all parts of an offline map. */
  remove(id: string): Promise<void>;
  /** The ids of which anything is stored. */
  ids(): Promise<string[]>;
}

const FOLDER = 'offline-maps';

/**
 * In the origin private file system, else in a cache of the browser. Null where there is neither, as without HTTPS or in some private
 * windows.
 */
export async function packFiles(userId: string): Promise<PackFiles | null> {
  return (await filesOf(userId)) ?? cachedFiles(userId);
}

async function filesOf(userId: string): Promise<PackFiles | null> {
  if (typeof FileSystemFileHandle === 'undefined' || !('createWritable' in FileSystemFileHandle.prototype)) return null;
  try {
    const root = await (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });
    return inFolder(await root.getDirectoryHandle(userId, { create: true }));
  } catch {
    return null;
  }
}

/** One file for each part, because a file that grows would be copied each time that something is added. */
function inFolder(folder: FileSystemDirectoryHandle): PackFiles {
  const nameOf = ({ layer, number }: Omit<ChunkKey, 'id'>) => `${layer}.${number}`;
  const open = (id: string) => folder.getDirectoryHandle(id).catch(missing);
  return {
    async sizes(id, layer) {
      const found = new Map<number, number>();
      const pack = await open(id);
      if (pack)
        for await (const [name, handle] of pack.entries()) {
          const [of, number] = name.split('.');
          if (of === layer && handle.kind === 'file') found.set(Number(number), (await handle.getFile()).size);
        }
      return found;
    },
    async write(key, bytes) {
      const pack = await folder.getDirectoryHandle(key.id, { create: true });
      const writable = await (await pack.getFileHandle(nameOf(key), { create: true })).createWritable();
      try {
        await writable.write(bytes);
      } catch (error) {
        await writable.abort().catch(() => undefined);
        throw error;
      }
      // Until then, the file has what it had before: nothing.
      await writable.close();
    },
    async read(key) {
      const file = await (await open(key.id))?.getFileHandle(nameOf(key)).catch(missing);
      return file ? file.getFile() : null;
    },
    async remove(id) {
      await folder.removeEntry(id, { recursive: true }).catch(missing);
    },
    async ids() {
      const found: string[] = [];
      for await (const name of folder.keys()) found.push(name);
      return found;
    },
  };
}

function missing(error: unknown): null {
  if (error instanceof DOMException && error.name === 'NotFoundError') return null;
  throw error;
}

function cachedFiles(userId: string): PackFiles | null {
  if (typeof caches === 'undefined') return null;
  const open = () => caches.open(CACHES.offlineMaps);
  const start = `${location.origin}/${FOLDER}/${userId}/`;
  const addressOf = ({ id, layer, number }: ChunkKey) => `${start}${id}/${layer}.${number}`;
  const list = async (prefix: string) => (await (await open()).keys()).map(({ url }) => url).filter((url) => url.startsWith(prefix));
  return {
    async sizes(id, layer) {
      const prefix = `${start}${id}/${layer}.`;
      const cache = await open();
      const found = new Map<number, number>();
      for (const url of await list(prefix))
        found.set(Number(url.slice(prefix.length)), Number((await cache.match(url))?.headers.get('content-length') ?? 0));
      return found;
    },
    async write(key, bytes) {
      await (await open()).put(addressOf(key), new Response(bytes, { headers: { 'content-length': String(bytes.length) } }));
    },
    async read(key) {
      return (await (await open()).match(addressOf(key)))?.blob() ?? null;
    },
    async remove(id) {
      const cache = await open();
      for (const url of await list(`${start}${id}/`)) await cache.delete(url);
    },
    async ids() {
      return [...new Set((await list(start)).map((url) => url.slice(start.length).split('/')[0]!))];
    },
  };
}

/** Removes all offline maps of a person from this device. */
export async function removePackFiles(userId: string): Promise<void> {
  const files = await packFiles(userId);
  for (const id of (await files?.ids()) ?? []) await files?.remove(id);
}
