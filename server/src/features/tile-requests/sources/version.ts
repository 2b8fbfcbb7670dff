import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Config } from '../../../config.ts';
import type { TileRequestRow } from '../store.ts';
import { locateArchive } from './open-source.ts';
import { storableSources, type StorableSource } from './storable.ts';

/** The header of an archive and its first directory, which has the place and length of its tiles. */
const HEAD_BYTES = 16_384;

/** What identifies an archive on this server; null for other maps, and for one that cannot be read. */
export async function identifyArchive(source: StorableSource): Promise<string | null> {
  const path = locateArchive(source);
  if (path === null) return null;
  try {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
      return createHash('sha256').update(buffer.subarray(0, bytesRead)).update(String(size)).digest('base64url');
    } finally {
      await file.close();
    }
  } catch {
    return null;
  }
}

type Built = Pick<TileRequestRow, 'state' | 'layers' | 'source_id' | 'source_version'>;

/** Tells which offline maps were made of a map that has changed since. Each map is looked at once. */
export function outdatedIn(config: Config): (row: Built) => Promise<boolean> {
  const known = new Map<string | null, Promise<string | null>>();
  return async ({ state, layers, source_id, source_version }) => {
    if ((state !== 'ready' && state !== 'expired') || source_version === null || !layers.includes('base')) return false;
    const source = storableSources(config).find(({ id }) => id === source_id);
    if (!source) return false;
    const current = known.get(source_id) ?? identifyArchive(source);
    known.set(source_id, current);
    return ![null, source_version].includes(await current);
  };
}
