import { TAXONOMY_SCHEMA_VERSION } from '@veld/contract';
import { BLOCK_FORMAT, type TaxonBlock, packBlock, reviseBlock, ROWS_IN_A_BLOCK, type TaxonRecord, unpackBlock } from '@veld/taxonomy';
import { type BlockRecord, type ProgressRecord, readState, type TaxonomyDatabase, type TaxonomyType } from './database';

/** The record is no longer this run's: another process took it over, or it was cancelled. */
export class RunLost extends Error {
  override readonly name = 'RunLost';
  readonly reason: 'running_twice' | 'cancelled';
  constructor(reason: 'running_twice' | 'cancelled') {
    super(`The taxonomy update was ${reason === 'cancelled' ? 'cancelled' : 'taken over'}`);
    this.reason = reason;
  }
}

/** Reads the record again inside the transaction that is about to write (decisions.md 5.12). */
async function ownProgress(db: TaxonomyDatabase, type: TaxonomyType, processId: string, copy: string): Promise<void> {
  const stored = await db.progress.get(type);
  if (stored?.processId !== processId || stored.copy !== copy) throw new RunLost('running_twice');
  if (stored.state !== 'running') throw new RunLost('cancelled');
}

/** Makes a run the owner of the record, in place of what an earlier one left. */
export async function beginProgress(db: TaxonomyDatabase, progress: ProgressRecord): Promise<void> {
  await db.transaction('rw', [db.progress, db.copies, db.blocks], async () => {
    const before = await db.progress.get(progress.taxonomyType);
    const copy = await db.copies.get(progress.taxonomyType);
    if (before !== undefined && before.copy !== progress.copy && before.copy !== copy?.copy) {
      await db.blocks.where('copy').equals(before.copy).delete();
    }
    await db.progress.put(progress);
  });
}

/** Renews the activity, or ends the run, unless it is no longer this run's. */
export async function saveProgress(db: TaxonomyDatabase, progress: ProgressRecord): Promise<void> {
  await db.transaction('rw', [db.progress], async () => {
    await ownProgress(db, progress.taxonomyType, progress.processId, progress.copy);
    await db.progress.put(progress);
  });
}

/** Stores a page and how far the run is, together. */
export async function storePage(db: TaxonomyDatabase, progress: ProgressRecord, block: TaxonBlock, removed: number[]): Promise<void> {
  await db.transaction('rw', [db.progress, db.blocks], async () => {
    await ownProgress(db, progress.taxonomyType, progress.processId, progress.copy);
    await db.blocks.put({ copy: progress.copy, number: progress.page, block, removed });
    await db.progress.put(progress);
  });
}

/** Puts the new copy in the place of the old one. Only a full update records the time and the skipped count. */
export async function swapInCopy(db: TaxonomyDatabase, progress: ProgressRecord, now: number): Promise<void> {
  await db.transaction('rw', [db.progress, db.copies, db.blocks, db.state], async () => {
    await ownProgress(db, progress.taxonomyType, progress.processId, progress.copy);
    const before = await db.copies.get(progress.taxonomyType);
    if (before !== undefined) await db.blocks.where('copy').equals(before.copy).delete();
    await db.copies.put({
      type: progress.taxonomyType,
      copy: progress.copy,
      revision: progress.copy,
      size: progress.rows,
      next_rarity: progress.rows + 1,
      languages: progress.languages,
      main_language: progress.mainLanguage,
      country_code: progress.userCountryCode,
      last_updated_at: progress.newLastUpdatedAt ?? '',
      skipped_count: progress.skippedCount,
      since: progress.newLastUpdatedAt ?? '',
      epoch: progress.epoch,
      schema_version: TAXONOMY_SCHEMA_VERSION,
      block_format: BLOCK_FORMAT,
      merged: progress.merged,
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

/** Applies the collected changes to the copy: rows keep their keys, new ones are appended. All in one transaction. */
export async function applyDelta(db: TaxonomyDatabase, progress: ProgressRecord, now: number, pause: () => Promise<void>): Promise<void> {
  const copy = await db.copies.get(progress.taxonomyType);
  if (copy === undefined) throw new RunLost('running_twice');
  const { changed, removed } = await collectedChanges(db, progress.copy);
  const revised: BlockRecord[] = [];
  let last = 0;
  let size = 0;
  const unknown = new Map(changed);
  for (const number of await blockNumbers(db, copy.copy)) {
    const stored = await db.blocks.get([copy.copy, number]);
    if (stored === undefined) continue;
    for (const id of stored.block.ids) unknown.delete(id);
    const block = reviseBlock(stored.block, changed, removed);
    if (block !== stored.block) revised.push({ ...stored, block });
    size += block.size;
    last = number;
    await pause();
  }
  const added = [...unknown.values()].map((record, at) => ({ ...record, rarity: copy.next_rarity + at }));
  for (let from = 0; from < added.length; from += ROWS_IN_A_BLOCK) {
    revised.push({ copy: copy.copy, number: ++last, block: packBlock(added.slice(from, from + ROWS_IN_A_BLOCK)), removed: [] });
    await pause();
  }
  await db.transaction('rw', [db.progress, db.copies, db.blocks, db.state], async () => {
    await ownProgress(db, progress.taxonomyType, progress.processId, progress.copy);
    const current = await db.copies.get(progress.taxonomyType);
    if (current?.revision !== copy.revision) throw new RunLost('running_twice');
    await db.blocks.bulkPut(revised);
    await db.blocks.where('copy').equals(progress.copy).delete();
    const merged = new Map([...copy.merged, ...progress.merged]);
    for (const id of changed.keys()) merged.delete(id);
    await db.copies.put({
      ...copy,
      revision: progress.copy,
      size: size + added.length,
      next_rarity: copy.next_rarity + added.length,
      since: progress.newLastUpdatedAt ?? copy.since,
      merged: [...merged],
      finished_at: now,
    });
    const state = await readState(db);
    delete state.checks[progress.taxonomyType];
    await db.state.put(state);
    await db.progress.put({ ...progress, state: 'finished', timestamp: now });
  });
}

async function collectedChanges(db: TaxonomyDatabase, copy: string): Promise<{ changed: Map<number, TaxonRecord>; removed: Set<number> }> {
  const changed = new Map<number, TaxonRecord>();
  const removed = new Set<number>();
  for (const { block, removed: ids } of await db.blocks.where('copy').equals(copy).sortBy('number')) {
    for (const record of unpackBlock(block)) {
      changed.set(record.id, record);
      removed.delete(record.id);
    }
    for (const id of ids) {
      removed.add(id);
      changed.delete(id);
    }
  }
  return { changed, removed };
}

async function blockNumbers(db: TaxonomyDatabase, copy: string): Promise<number[]> {
  const keys = await db.blocks.where('copy').equals(copy).primaryKeys();
  return keys.map(([, number]) => number).toSorted((a, b) => a - b);
}

/** Takes a copy away, with whatever was being built for it: the user no longer has a country. */
export async function removeCopy(db: TaxonomyDatabase, type: TaxonomyType): Promise<boolean> {
  return db.transaction('rw', [db.progress, db.copies, db.blocks, db.state], async () => {
    const copy = await db.copies.get(type);
    const progress = await db.progress.get(type);
    if (copy === undefined && progress === undefined) return false;
    for (const name of [copy?.copy, progress?.copy]) {
      if (name !== undefined) await db.blocks.where('copy').equals(name).delete();
    }
    await db.copies.delete(type);
    await db.progress.delete(type);
    const state = await readState(db);
    if (type === 'country') state.taxonomyCountry = null;
    delete state.checks[type];
    await db.state.put(state);
    return true;
  });
}

/** Ends running updates from outside: the run itself finds out before it stores its next page. */
export async function cancelRunning(db: TaxonomyDatabase, cause: NonNullable<ProgressRecord['cause']>, now: number): Promise<void> {
  await db.transaction('rw', [db.progress], async () => {
    for (const progress of await db.progress.toArray()) {
      if (progress.state === 'running') await db.progress.put({ ...progress, state: 'cancelled', cause, timestamp: now });
    }
  });
}
