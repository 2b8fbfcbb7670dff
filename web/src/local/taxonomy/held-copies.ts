import { TAXONOMY_SCHEMA_VERSION } from '@veld/contract';
import {
  BLOCK_FORMAT,
  nameLanguages,
  packRows,
  type PieceCache,
  rowsOfFirstFormat,
  Segment,
  SegmentBuilder,
  segmentOf,
  SegmentPieces,
  sharedHashes,
  TaxonIndex,
} from '@veld/taxonomy';
import { type CopyFile, openCopyFile, wantsFile } from './copy-file';
import type { CopyRecord, ProgressRecord, TaxonomyDatabase, TaxonomyType } from './database';
import { openCopy } from './open-copy';
import { fetchFrom, rowPiecesAfter } from './pieces';

export interface CopyStatus {
  size: number;
  /** False while the first copy is still arriving. */
  complete: boolean;
  country_code: string | null;
  languages: string[];
  /** The server's time of the last full update. */
  last_updated_at: string | null;
  /** Device time of the last update, in milliseconds. */
  finished_at: number | null;
}

/** A copy as a reader holds it. */
export interface Held {
  copy: string;
  /** Under which names its pieces are stored. */
  stored: readonly string[];
  /** Changes whenever other answers are to be expected. */
  revision: string;
  index: TaxonIndex;
  status: CopyStatus;
  /** Only of a copy that is still arriving. */
  arriving: Arriving | null;
  /** Of a copy too large for memory, where the browser can have it. To be closed when the copy is let go. */
  file: CopyFile | null;
}

/** What was made of the pages that have arrived so far: a small segment for each look. */
interface Arriving {
  segments: Segment[];
  hashes: { hashes: Uint32Array; bracketed: Uint32Array }[];
  last: number;
}

/** What is stored of a copy, or of the one that is arriving where there is none; null where there is neither. */
export async function holdCopy(
  db: TaxonomyDatabase,
  type: TaxonomyType,
  before: Held | undefined,
  cache: PieceCache,
  groupLabels: Readonly<Record<string, string>>,
): Promise<Held | null> {
  const [copy, progress] = await db.transaction('r', [db.copies, db.progress], () =>
    Promise.all([db.copies.get(type), db.progress.get(type)]),
  );
  if (copy !== undefined && isReadable(copy)) {
    if (before?.revision === copy.revision && before.arriving === null) return before;
    const known = before?.copy === copy.copy ? before.file : null;
    const file = known ?? (wantsFile(copy) ? await openCopyFile(copy.copy) : null);
    const index = await openCopy(db, copy, cache, groupLabels, file);
    const stored = copy.changes === null ? [copy.copy] : [copy.copy, copy.changes];
    return { copy: copy.copy, stored, revision: copy.revision, index, status: statusOf(copy), arriving: null, file };
  }
  if (copy?.block_format === 1) return before?.revision === copy.revision ? before : holdFirstFormat(db, copy, groupLabels);
  if (progress === undefined || !isArriving(progress)) return null;
  return holdArriving(db, progress, before, cache, groupLabels);
}

/** A copy of the first format answers from memory until the update has fetched it anew in this one. */
async function holdFirstFormat(
  db: TaxonomyDatabase,
  copy: CopyRecord,
  groupLabels: Readonly<Record<string, string>>,
): Promise<Held | null> {
  const languages = nameLanguages(copy.main_language, copy.languages);
  const stored = await db.blocks.where('copy').equals(copy.copy).sortBy('number');
  const rows = stored.flatMap((record) => rowsOfFirstFormat('block' in record ? record.block : null, languages) ?? []);
  if (rows.length === 0) return null;
  const { segment, built } = segmentOf(packRows(rows, languages));
  const index = new TaxonIndex([segment], { languages, groupLabels, merged: copy.merged, shared: sharedHashes([built]) });
  return { copy: copy.copy, stored: [copy.copy], revision: copy.revision, index, status: statusOf(copy), arriving: null, file: null };
}

function isReadable(copy: CopyRecord): boolean {
  return copy.schema_version === TAXONOMY_SCHEMA_VERSION && copy.block_format === BLOCK_FORMAT;
}

function isArriving(progress: ProgressRecord): boolean {
  if (progress.since !== null || progress.page === 0 || progress.state === 'finished') return false;
  return progress.databaseVersion === TAXONOMY_SCHEMA_VERSION;
}

/** Where there is no whole copy yet: the pages that have arrived, those that came since the last look in a segment of their own. */
async function holdArriving(
  db: TaxonomyDatabase,
  progress: ProgressRecord,
  before: Held | undefined,
  cache: PieceCache,
  groupLabels: Readonly<Record<string, string>>,
): Promise<Held> {
  const revision = `${progress.copy}:${progress.page}`;
  if (before?.revision === revision) return before;
  const known = before?.copy === progress.copy ? before.arriving : null;
  const arriving: Arriving = { segments: [...(known?.segments ?? [])], hashes: [...(known?.hashes ?? [])], last: known?.last ?? 0 };
  const builder = new SegmentBuilder();
  for (const { number, bytes } of await rowPiecesAfter(db, progress.copy, arriving.last, Infinity)) {
    if (bytes.length > 0) builder.add(bytes, number);
    arriving.last = number;
  }
  if (builder.rows > 0) {
    const { head, pieces, hashes, bracketed } = builder.finish();
    arriving.segments.push(new Segment(head, SegmentPieces.ofIndex(pieces, cache, fetchFrom(db, progress.copy, 0))));
    arriving.hashes.push({ hashes, bracketed });
  }
  const languages = nameLanguages(progress.mainLanguage, progress.languages);
  const shared = sharedHashes(arriving.hashes);
  const index = new TaxonIndex(arriving.segments, { languages, groupLabels, merged: progress.merged, shared, cache });
  const status = {
    size: index.size,
    complete: false,
    country_code: progress.userCountryCode,
    languages: progress.languages,
    last_updated_at: null,
    finished_at: null,
  };
  return { copy: progress.copy, stored: [progress.copy], revision, index, status, arriving, file: null };
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

/** Takes a copy out that can no longer be read; the next update fetches it anew. Not where another has taken its place. */
export async function dropCopy(db: TaxonomyDatabase, type: TaxonomyType, revision: string): Promise<boolean> {
  return db.transaction('rw', [db.copies], async () => {
    const copy = await db.copies.get(type);
    if (copy?.revision !== revision) return false;
    await db.copies.delete(type);
    return true;
  });
}
