import { TAXONOMY_SCHEMA_VERSION } from '@veld/contract';
import {
  BLOCK_FORMAT,
  FORMAT_WITHOUT_FOREIGN,
  packRows,
  type ChunkCache,
  rowsOfFormat1,
  Segment,
  SegmentBuilder,
  buildSegment,
  SegmentChunks,
  sharedHashes,
  TaxonIndex,
} from '@veld/taxonomy';
import { type CopyFile, openCopyFile, needsFile } from './copy-file';
import type { CopyRecord, ProgressRecord, TaxonomyDatabase, TaxonomyType } from './database';
import { languagesOfCopy, languagesOfRun, openCopy } from './open-copy';
import { fetchFrom, rowChunksAfter } from './chunks';

export interface CopyStatus {
  size: number;
  /** False while the first copy is being downloaded. */
  complete: boolean;
  country_code: string | null;
  languages: string[];
  /** Server time of the last full update. */
  last_updated_at: string | null;
  /** Device time of the last update, in milliseconds. */
  finished_at: number | null;
}

/** A copy opened by a reader. */
export interface LoadedCopy {
  copy: string;
  /** The names under which its chunks are stored. */
  stored: readonly string[];
  /** Differs whenever results may differ. */
  revision: string;
  index: TaxonIndex;
  status: CopyStatus;
  /** Only for a copy that is still being downloaded. */
  partial: PartialCopy | null;
  /** Only for a copy too large for memory, if the browser supports it. Close it when the copy is released. */
  file: CopyFile | null;
}

/** Segments built from the pages that have arrived so far, one per refresh. */
interface PartialCopy {
  segments: Segment[];
  nameHashes: { nameHashes: Uint32Array; labelLikeHashes: Uint32Array }[];
  last: number;
}

/** Opens the stored copy, or the one being downloaded if there is none; null if there is neither. */
export async function loadCopy(
  db: TaxonomyDatabase,
  type: TaxonomyType,
  before: LoadedCopy | undefined,
  cache: ChunkCache,
  groupLabels: Readonly<Record<string, string>>,
): Promise<LoadedCopy | null> {
  const [copy, progress] = await db.transaction('r', [db.copies, db.progress], () =>
    Promise.all([db.copies.get(type), db.progress.get(type)]),
  );
  if (copy !== undefined && isReadable(copy)) {
    if (before?.revision === copy.revision && before.partial === null) return before;
    const known = before?.copy === copy.copy ? before.file : null;
    const file = known ?? (needsFile(copy) ? await openCopyFile(copy.copy) : null);
    const index = await openCopy(db, copy, cache, groupLabels, file);
    const stored = copy.changes === null ? [copy.copy] : [copy.copy, copy.changes];
    return { copy: copy.copy, stored, revision: copy.revision, index, status: statusOf(copy), partial: null, file };
  }
  if (copy?.block_format === 1) return before?.revision === copy.revision ? before : loadFormat1(db, copy, groupLabels);
  if (progress === undefined || !isPartial(progress)) return null;
  return loadPartial(db, progress, before, cache, groupLabels);
}

/** A copy in format 1 is searched in memory until an update replaces it. */
async function loadFormat1(
  db: TaxonomyDatabase,
  copy: CopyRecord,
  groupLabels: Readonly<Record<string, string>>,
): Promise<LoadedCopy | null> {
  const languages = languagesOfCopy(copy);
  const stored = await db.blocks.where('copy').equals(copy.copy).sortBy('number');
  const rows = stored.flatMap((record) => rowsOfFormat1('block' in record ? record.block : null, languages) ?? []);
  if (rows.length === 0) return null;
  const { segment, built } = buildSegment(packRows(rows, languages));
  const index = new TaxonIndex([segment], { languages, groupLabels, merged: copy.merged, shared: sharedHashes([built]) });
  return { copy: copy.copy, stored: [copy.copy], revision: copy.revision, index, status: statusOf(copy), partial: null, file: null };
}

function isReadable(copy: CopyRecord): boolean {
  const isFormatRead = copy.block_format === BLOCK_FORMAT || copy.block_format === FORMAT_WITHOUT_FOREIGN;
  return copy.schema_version === TAXONOMY_SCHEMA_VERSION && isFormatRead;
}

function isPartial(progress: ProgressRecord): boolean {
  if (progress.since !== null || progress.page === 0 || progress.state === 'finished') return false;
  return progress.databaseVersion === TAXONOMY_SCHEMA_VERSION;
}

/** Opens a copy that is being downloaded: builds one more small segment from the pages that arrived since the last refresh. */
async function loadPartial(
  db: TaxonomyDatabase,
  progress: ProgressRecord,
  before: LoadedCopy | undefined,
  cache: ChunkCache,
  groupLabels: Readonly<Record<string, string>>,
): Promise<LoadedCopy> {
  const revision = `${progress.copy}:${progress.page}`;
  if (before?.revision === revision) return before;
  const known = before?.copy === progress.copy ? before.partial : null;
  const partial: PartialCopy = {
    segments: [...(known?.segments ?? [])],
    nameHashes: [...(known?.nameHashes ?? [])],
    last: known?.last ?? 0,
  };
  const builder = new SegmentBuilder();
  for (const { number, bytes } of await rowChunksAfter(db, progress.copy, partial.last, Infinity)) {
    if (bytes.length > 0) builder.add(bytes, number);
    partial.last = number;
  }
  if (builder.rows > 0) {
    const { head, chunks, nameHashes, labelLikeHashes } = builder.finish();
    partial.segments.push(new Segment(head, SegmentChunks.ofIndex(chunks, cache, fetchFrom(db, progress.copy, 0))));
    partial.nameHashes.push({ nameHashes, labelLikeHashes });
  }
  const languages = languagesOfRun(progress);
  const shared = sharedHashes(partial.nameHashes);
  const index = new TaxonIndex(partial.segments, { languages, groupLabels, merged: progress.merged, shared, cache });
  const status = {
    size: index.size,
    complete: false,
    country_code: progress.userCountryCode,
    languages: progress.languages,
    last_updated_at: null,
    finished_at: null,
  };
  return { copy: progress.copy, stored: [progress.copy], revision, index, status, partial, file: null };
}

function statusOf(copy: CopyRecord): CopyStatus {
  return {
    size: copy.size,
    complete: true,
    country_code: copy.country_code,
    languages: copy.languages,
    last_updated_at: copy.last_updated_at,
    finished_at: copy.finished_at,
  };
}

/**
 * Deletes the record of an unreadable copy, unless it was replaced meanwhile; the next update fetches it again. Returns whether
 * it was deleted.
 */
export async function dropCopy(db: TaxonomyDatabase, type: TaxonomyType, revision: string): Promise<boolean> {
  return db.transaction('rw', [db.copies], async () => {
    const copy = await db.copies.get(type);
    if (copy?.revision !== revision) return false;
    await db.copies.delete(type);
    return true;
  });
}
