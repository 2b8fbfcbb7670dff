import { copyFile, link, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChunkedFile } from '@veld/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/open.ts';
import type { Context } from '../../../http/context.ts';
import { locateFolder } from '../cleanup.ts';
import type { TileRequestRow } from '../store.ts';
import { toError } from '../../../thrown.ts';

/** `impossible`: it has no map, or is not ready. */
export async function setShared(tx: Tx, id: string, at: Date | null): Promise<'changed' | 'same' | 'impossible'> {
  const row = await tx.selectFrom('tile_requests').select(['state', 'layers', 'shared_at']).where('id', '=', id).executeTakeFirstOrThrow();
  if ((row.shared_at === null) === (at === null)) return 'same';
  if (at !== null && (row.state !== 'ready' || !row.layers.includes('base'))) return 'impossible';
  await tx.updateTable('tile_requests').set({ shared_at: at }).where('id', '=', id).execute();
  return 'changed';
}

type Wanted = Pick<TileRequestRow, 'id' | 'area' | 'min_zoom' | 'max_zoom' | 'source_id'>;

/** The shared offline map with the same tiles, of the same version of the source. */
async function findShared(db: Db, { id, area, min_zoom, max_zoom, source_id }: Wanted, version: string | null) {
  const { rows } = await sql<Pick<TileRequestRow, 'id' | 'files'>>`
    select id, files from tile_requests where shared_at is not null and state = 'ready' and 'base' = any(layers) and id <> ${id}
      and area = ${JSON.stringify(area)}::jsonb and min_zoom = ${min_zoom} and max_zoom = ${max_zoom}
      and source_id is not distinct from ${source_id}::text and source_version is not distinct from ${version}::text
    order by shared_at limit 1
  `.execute(db);
  return rows[0];
}

/** Takes the map, the same for everybody, from a shared offline map, and counts that. Null if there is none. */
export async function takeShared(context: Context, row: Wanted, version: string | null): Promise<Omit<ChunkedFile, 'layer'> | null> {
  const shared = await findShared(context.db, row, version);
  const file = shared?.files.find(({ layer }) => layer === 'base');
  if (!shared || !file) return null;
  const path = (id: string) => join(locateFolder(context, id), 'base.pmtiles');
  const [from, to] = [path(shared.id), path(row.id)];
  try {
    await mkdir(locateFolder(context, row.id), { recursive: true });
    await rm(to, { force: true });
    // Files are never changed in place, so that both can be one on the disk.
    await link(from, to).catch(() => copyFile(from, to));
  } catch (error) {
    context.log.warn({ request: shared.id, err: { message: toError(error).message } }, 'shared offline map cannot be read');
    return null;
  }
  await sql`update tile_requests set served = served + 1 where id = ${shared.id}`.execute(context.db);
  const { bytes, sha256, chunks } = file;
  return { bytes, sha256, chunks };
}
