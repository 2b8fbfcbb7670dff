import { packHead, packRows, ChunkCache, RowChunk, SegmentBuilder, type StoredTaxon, type TaxonIndex } from '@veld/taxonomy';
import type { CopyRecord, ChunkRecord, TaxonomyDatabase } from './database';
import { listCopyLanguages, languagesOfCopy, openCopy } from './open-copy';
import { deleteChunks, headNumber, indexNumber, chunkRecord, rowNumber, rowChunksAfter } from './chunks';

/** A delta is kept beside the copy until it exceeds this and a tenth of the copy; then the copy is rewritten. */
const MAX_DELTA_ROWS = 2000;
/** Rows per write when a copy is rewritten. */
const WRITE_BATCH = 5000;

/** The changes of a delta: the final state of each id. */
export interface Changes {
  changed: Map<number, StoredTaxon>;
  removed: Set<number>;
}

/** The fields of a copy's record that change with a delta. */
export type ChangedCopy = Pick<CopyRecord, 'size' | 'next_rarity' | 'changes' | 'hidden' | 'shared' | 'copy' | 'segments'>;

export async function collectChanges(db: TaxonomyDatabase, pages: string, languages: readonly string[]): Promise<Changes> {
  const changed = new Map<number, StoredTaxon>();
  const removed = new Set<number>();
  for (const { bytes, removed: ids } of await rowChunksAfter(db, pages, 0, Infinity)) {
    for (const row of unpackRows(bytes, languages)) {
      changed.set(row.id, row);
      removed.delete(row.id);
    }
    for (const id of ids ?? []) {
      removed.add(id);
      changed.delete(id);
    }
  }
  return { changed, removed };
}

export function unpackRows(bytes: Uint8Array, languages: readonly string[]): StoredTaxon[] {
  if (bytes.length === 0) return [];
  const chunk = new RowChunk(bytes);
  return Array.from({ length: chunk.size }, (_, at) => chunk.stored(at, languages));
}

/**
 * Writes the changed rows, merged with those of earlier deltas, as a delta segment stored under `name`. The copy itself is not
 * modified. Rows keep their rarity keys; new ones follow all others.
 */
export async function writeDelta(db: TaxonomyDatabase, copy: CopyRecord, changes: Changes, name: string): Promise<ChangedCopy> {
  const languages = listCopyLanguages(copy);
  const cache = new ChunkCache();
  const base = await openCopy(db, { ...copy, changes: null, hidden: [] }, cache, {});
  const rows = new Map<number, StoredTaxon>();
  if (copy.changes !== null) {
    for (const { bytes } of await rowChunksAfter(db, copy.changes, 0, Infinity)) {
      for (const row of unpackRows(bytes, languages)) rows.set(row.id, row);
    }
  }
  const hidden = new Set(copy.hidden);
  let next = copy.next_rarity;
  for (const [id, row] of changes.changed) {
    const known = rows.get(id)?.rarity ?? (await cache.run(() => base.rarityOf(id)));
    rows.set(id, { ...row, rarity: known ?? next++ });
    if (await cache.run(() => base.has(id))) hidden.add(id);
  }
  for (const id of changes.removed) {
    rows.delete(id);
    if (await cache.run(() => base.has(id))) hidden.add(id);
  }
  const packed = packRows(
    [...rows.values()].toSorted((a, b) => a.rarity - b.rarity),
    languagesOfCopy(copy),
  );
  const built = new SegmentBuilder();
  for (const [at, bytes] of packed.entries()) built.add(bytes, rowNumber(1, at));
  const { head, chunks, nameHashes, labelLikeHashes } = built.finish();
  await deleteChunks(db, name);
  await db.blocks.bulkPut([
    ...packed.map((bytes, at) => chunkRecord(name, rowNumber(1, at), bytes)),
    ...chunks.map((bytes, chunk) => chunkRecord(name, indexNumber(0, chunk), bytes)),
    chunkRecord(name, headNumber(0), packHead(head)),
  ]);
  const baseRows = base.base.reduce((sum, { head: { rows: count } }) => sum + count, 0);
  return {
    copy: copy.copy,
    segments: copy.segments,
    size: baseRows - hidden.size + rows.size,
    next_rarity: next,
    changes: name,
    hidden: [...hidden],
    // Other taxa with these names are looked up when one is displayed.
    shared: Uint32Array.from(new Set([...copy.shared, ...nameHashes, ...labelLikeHashes])),
  };
}

export function shouldRewrite({ size, hidden }: ChangedCopy, changed: number): boolean {
  return changed + hidden.length > Math.max(MAX_DELTA_ROWS, size / 10);
}

/** Writes all valid rows of a copy, in order, as the pages of a new one. */
export async function rewriteCopy(db: TaxonomyDatabase, copy: CopyRecord, name: string, pause: () => Promise<void>): Promise<void> {
  const cache = new ChunkCache();
  const index: TaxonIndex = await openCopy(db, copy, cache, {});
  const languages = languagesOfCopy(copy);
  const cursor = index.rows();
  await deleteChunks(db, name);
  let page = 0;
  for (let more = true; more;) {
    more = await cache.run(() => cursor.step());
    if (cursor.results.length < WRITE_BATCH && more) continue;
    page++;
    const chunks: ChunkRecord[] = packRows(cursor.results.splice(0), languages).map((bytes, at) =>
      chunkRecord(name, rowNumber(page, at), bytes),
    );
    await db.blocks.bulkPut(chunks);
    await pause();
  }
}
