import { TAXONOMY_SCHEMA_VERSION } from '@veld/contract';
import { BLOCK_FORMAT } from '@veld/taxonomy';
import { shouldRewrite, collectChanges, rewriteCopy, writeDelta } from './apply-changes';
import type { BuiltCopy, StartBuild } from './build-copy';
import { rewriteName, deltaName, deleteChunks, namesOfRun, chunkRecord, rowNumber } from './chunks';
import { copyFileSize } from './copy-file';
import {
  type CopyRecord,
  type ChunkRecord,
  type ProgressRecord,
  readState,
  TaxonomyDatabase,
  type TaxonomyType,
  TAXONOMY_TYPES,
} from './database';
import { listCopyLanguages } from './open-copy';

/** This run no longer owns the record: another process took it over, or it was cancelled. */
export class RunLost extends Error {
  override readonly name = 'RunLost';
  readonly reason: 'running_twice' | 'cancelled';
  constructor(reason: 'running_twice' | 'cancelled') {
    super(`The taxonomy update was ${reason === 'cancelled' ? 'cancelled' : 'taken over'}`);
    this.reason = reason;
  }
}

/** Reads the record again inside the transaction that is about to write (decision 0021). */
async function ownProgress(db: TaxonomyDatabase, type: TaxonomyType, processId: string, copy: string): Promise<void> {
  const stored = await db.progress.get(type);
  if (stored?.processId !== processId || stored.copy !== copy) throw new RunLost('running_twice');
  if (stored.state !== 'running') throw new RunLost('cancelled');
}

/** Makes a run the owner of the record and deletes what an earlier run left. */
export async function beginProgress(db: TaxonomyDatabase, progress: ProgressRecord): Promise<void> {
  await db.transaction('rw', [db.progress, db.copies, db.blocks], async () => {
    const before = await db.progress.get(progress.taxonomyType);
    const copy = await db.copies.get(progress.taxonomyType);
    if (before !== undefined && before.copy !== progress.copy && before.copy !== copy?.copy) await deleteRun(db, before.copy, copy);
    await db.progress.put(progress);
  });
}

/** Saves the record. Throws `RunLost` if this run no longer owns it. */
export async function saveProgress(db: TaxonomyDatabase, progress: ProgressRecord): Promise<void> {
  await db.transaction('rw', [db.progress], async () => {
    await ownProgress(db, progress.taxonomyType, progress.processId, progress.copy);
    await db.progress.put(progress);
  });
}

/** The chunk records of the page that the progress record ends with. */
export function makeChunkRecords(progress: ProgressRecord, packed: readonly Uint8Array[], removed: number[]): ChunkRecord[] {
  const chunks = packed.map((bytes, at) => chunkRecord(progress.copy, rowNumber(progress.page, at), bytes));
  if (removed.length > 0) {
    const first = chunks[0] ?? chunkRecord(progress.copy, rowNumber(progress.page, 0), new Uint8Array());
    chunks[0] = { ...first, removed };
  }
  return chunks;
}

/** Stores a page and the progress in one transaction. */
export async function storePage(db: TaxonomyDatabase, progress: ProgressRecord, chunks: readonly ChunkRecord[]): Promise<void> {
  await db.transaction('rw', [db.progress, db.blocks], async () => {
    await ownProgress(db, progress.taxonomyType, progress.processId, progress.copy);
    await db.blocks.bulkPut(chunks);
    await db.progress.put(progress);
  });
}

/** Replaces the old copy. Only a full update records the time and the skipped count. */
export async function swapInCopy(db: TaxonomyDatabase, progress: ProgressRecord, now: number, built: BuiltCopy): Promise<void> {
  await db.transaction('rw', [db.progress, db.copies, db.blocks, db.state], async () => {
    await ownProgress(db, progress.taxonomyType, progress.processId, progress.copy);
    const before = await db.copies.get(progress.taxonomyType);
    if (before !== undefined) await deleteCopy(db, before);
    await db.copies.put({
      type: progress.taxonomyType,
      copy: progress.copy,
      revision: progress.copy,
      size: progress.rows,
      next_rarity: progress.rows + 1,
      languages: progress.languages,
      main_language: progress.mainLanguage,
      foreign_languages: progress.foreignLanguages ?? [],
      country_code: progress.userCountryCode,
      last_updated_at: progress.newLastUpdatedAt ?? '',
      skipped_count: progress.skippedCount,
      since: progress.newLastUpdatedAt ?? '',
      epoch: progress.epoch,
      schema_version: TAXONOMY_SCHEMA_VERSION,
      block_format: BLOCK_FORMAT,
      merged: progress.merged,
      segments: built.segments,
      shared: built.shared,
      changes: null,
      hidden: [],
      finished_at: now,
    });
    const state = await readState(db);
    if (progress.isCountryUpdate) state.taxonomyCountry = progress.userCountryCode;
    else state.skippedCount = progress.skippedCount;
    delete state.checks[progress.taxonomyType];
    await db.state.put(state);
    await db.progress.put({ ...progress, state: 'finished', lastUpdatedAt: progress.newLastUpdatedAt, timestamp: now });
  });
}

/**
 * Applies the collected changes to the copy. Everything written before the final transaction is stored under other names and
 * deleted if that transaction is never reached.
 */
export async function applyDelta(
  db: TaxonomyDatabase,
  progress: ProgressRecord,
  now: number,
  pause: () => Promise<void>,
  startBuild: StartBuild,
): Promise<void> {
  const copy = await db.copies.get(progress.taxonomyType);
  if (copy === undefined) throw new RunLost('running_twice');
  const changes = await collectChanges(db, progress.copy, listCopyLanguages(copy));
  let after = await writeDelta(db, copy, changes, deltaName(progress.copy));
  if (shouldRewrite(after, changes.changed.size)) {
    const name = rewriteName(progress.copy);
    await rewriteCopy(db, { ...copy, ...after }, name, pause);
    const build = startBuild(name, Infinity);
    const built = await build.finish().finally(() => build.stop());
    after = { ...after, ...built, copy: name, changes: null, hidden: [] };
  }
  await db.transaction('rw', [db.progress, db.copies, db.blocks, db.state], async () => {
    await ownProgress(db, progress.taxonomyType, progress.processId, progress.copy);
    const current = await db.copies.get(progress.taxonomyType);
    if (current?.revision !== copy.revision) throw new RunLost('running_twice');
    const merged = new Map([...copy.merged, ...progress.merged]);
    for (const id of changes.changed.keys()) merged.delete(id);
    await db.copies.put({
      ...copy,
      ...after,
      revision: progress.copy,
      since: progress.newLastUpdatedAt ?? copy.since,
      merged: [...merged],
      finished_at: now,
    });
    await deleteChunks(db, progress.copy);
    if (copy.changes !== null) await deleteChunks(db, copy.changes);
    if (after.copy !== copy.copy) {
      await deleteChunks(db, copy.copy);
      await deleteChunks(db, deltaName(progress.copy));
    }
    const state = await readState(db);
    delete state.checks[progress.taxonomyType];
    await db.state.put(state);
    await db.progress.put({ ...progress, state: 'finished', timestamp: now });
  });
}

/** Deletes what a run left behind, except what belongs to the copy. */
async function deleteRun(db: TaxonomyDatabase, run: string, copy?: CopyRecord): Promise<void> {
  for (const name of namesOfRun(run)) {
    if (name !== copy?.copy && name !== copy?.changes) await deleteChunks(db, name);
  }
}

/** Deletes an unfinished run and its chunks once the copy is current without it: the user changed the country and changed it back. */
export async function deleteAbandoned(db: TaxonomyDatabase, type: TaxonomyType): Promise<void> {
  await db.transaction('rw', [db.progress, db.copies, db.blocks], async () => {
    const progress = await db.progress.get(type);
    if (progress === undefined || progress.state === 'finished') return;
    await deleteRun(db, progress.copy, await db.copies.get(type));
    await db.progress.delete(type);
  });
}

async function deleteCopy(db: TaxonomyDatabase, copy: CopyRecord): Promise<void> {
  await deleteChunks(db, copy.copy);
  // Copies of an earlier format have no delta.
  if (copy.changes !== null && copy.changes !== undefined) await deleteChunks(db, copy.changes);
}

/** Removes a copy and any build in progress: the user no longer has a country. */
export async function removeCopy(db: TaxonomyDatabase, type: TaxonomyType): Promise<boolean> {
  return db.transaction('rw', [db.progress, db.copies, db.blocks, db.state], async () => {
    const copy = await db.copies.get(type);
    const progress = await db.progress.get(type);
    if (copy === undefined && progress === undefined) return false;
    if (copy !== undefined) await deleteCopy(db, copy);
    if (progress !== undefined) await deleteRun(db, progress.copy);
    await db.copies.delete(type);
    await db.progress.delete(type);
    const state = await readState(db);
    if (type === 'country') state.taxonomyCountry = null;
    delete state.checks[type];
    await db.state.put(state);
    return true;
  });
}

/** Cancels running updates from outside; the run notices before it stores its next page. */
export async function cancelRunning(db: TaxonomyDatabase, cause: NonNullable<ProgressRecord['cause']>, now: number): Promise<void> {
  await db.transaction('rw', [db.progress], async () => {
    for (const progress of await db.progress.toArray()) {
      if (progress.state === 'running') await db.progress.put({ ...progress, state: 'cancelled', cause, timestamp: now });
    }
  });
}

/** Bytes of the copies of the taxonomy that answer searches. */
export async function copySizes(): Promise<Partial<Record<TaxonomyType, number>>> {
  const taxonomy = new TaxonomyDatabase();
  try {
    const sizes: Partial<Record<TaxonomyType, number>> = {};
    for (const type of TAXONOMY_TYPES) {
      const copy = await taxonomy.copies.get(type);
      if (!copy) continue;
      let size = 0;
      const parts = [copy.copy, ...(copy.changes ? [copy.changes] : [])];
      await taxonomy.blocks
        .where('copy')
        .anyOf(parts)
        .each((block) => (size += block.bytes.length));
      sizes[type] = size + (await copyFileSize(copy.copy));
    }
    return sizes;
  } finally {
    taxonomy.close();
  }
}

/** A message between tabs and workers about the stored copies. */
export interface CopyChange {
  type: TaxonomyType;
  /** `swapped`: a complete copy replaced another. `page`: a page of a first copy was stored. */
  what: 'swapped' | 'page';
}

const CHANNEL = 'veld-taxonomy';

/**
 * Calls back on changes made by any tab, including this one. Returns the unsubscribe function. Does nothing without
 * BroadcastChannel.
 */
export function onCopyChange(listener: (announcement: CopyChange) => void, channelName = CHANNEL): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {};
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', (event: MessageEvent<CopyChange>) => listener(event.data));
  return () => channel.close();
}

/**
 * Notifies all listeners, including those of this page: a channel does not receive its own messages, so each listener has its
 * own.
 */
export function createCopyNotifier(channelName = CHANNEL): (announcement: CopyChange) => void {
  if (typeof BroadcastChannel === 'undefined') return () => {};
  const channel = new BroadcastChannel(channelName);
  return (announcement) => channel.postMessage(announcement);
}
