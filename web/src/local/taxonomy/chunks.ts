import { checksum, type FetchChunks } from '@veld/taxonomy';
import { Dexie } from 'dexie';
import type { ChunkRecord, TaxonomyDatabase } from './database';

/** Row chunks of page n are numbered from n times this. */
const CHUNKS_PER_PAGE = 10_000;
/** Index chunks of segment n are numbered from this plus n times a million. */
const INDEX_FROM = 1_000_000_000;
const CHUNKS_PER_SEGMENT = 1_000_000;
const HEADS_FROM = 2_000_000_000;

/** A chunk is missing or has a wrong checksum. */
export class ChunkLost extends Error {
  override readonly name = 'ChunkLost';
  readonly copy: string;
  constructor(copy: string, number: number) {
    super(`Chunk ${number} of the taxonomy copy ${copy} is missing or damaged`);
    this.copy = copy;
  }
}

export function rowNumber(page: number, chunk: number): number {
  return page * CHUNKS_PER_PAGE + chunk;
}

export function indexNumber(segment: number, chunk: number): number {
  return INDEX_FROM + segment * CHUNKS_PER_SEGMENT + chunk;
}

export function headNumber(segment: number): number {
  return HEADS_FROM + segment;
}

/**
 * The names under which a run may have stored chunks: its pages, a delta, a rewritten copy. Stored on devices, so the suffixes
 * stay.
 */
export function namesOfRun(run: string): string[] {
  return [run, deltaName(run), rewriteName(run)];
}

export function deltaName(run: string): string {
  return `${run} beside`;
}

export function rewriteName(run: string): string {
  return `${run} anew`;
}

export function chunkRecord(copy: string, number: number, bytes: Uint8Array): ChunkRecord {
  return { copy, number, bytes, sum: checksum(bytes) };
}

/** The bytes of chunks, in the order of `numbers`. Throws `ChunkLost` if one is missing or damaged. */
export async function readChunks(db: TaxonomyDatabase, copy: string, numbers: readonly number[]): Promise<Uint8Array[]> {
  const records = await db.blocks.bulkGet(numbers.map((number): [string, number] => [copy, number]));
  return records.map((record, at) => verifiedBytes(record, copy, numbers[at] ?? 0));
}

function verifiedBytes(record: ChunkRecord | undefined, copy: string, number: number): Uint8Array {
  if (!(record?.bytes instanceof Uint8Array) || checksum(record.bytes) !== record.sum) throw new ChunkLost(copy, number);
  return record.bytes;
}

/** How a segment of a stored copy loads chunks. */
export function fetchFrom(db: TaxonomyDatabase, copy: string, segment: number): FetchChunks {
  return (kind, numbers) => readChunks(db, copy, kind === 'rows' ? numbers : numbers.map((chunk) => indexNumber(segment, chunk)));
}

/** Up to `max` row chunks after a number, in order, without those of pages without rows. */
export async function rowChunksAfter(db: TaxonomyDatabase, copy: string, number: number, max: number): Promise<ChunkRecord[]> {
  const records = await db.blocks.where('[copy+number]').between([copy, number], [copy, INDEX_FROM], false, false).limit(max).toArray();
  for (const record of records) verifiedBytes(record, copy, record.number);
  return records;
}

/** Deletes all chunks stored under a name. */
export async function deleteChunks(db: TaxonomyDatabase, copy: string): Promise<void> {
  await db.blocks.where('[copy+number]').between([copy, Dexie.minKey], [copy, Dexie.maxKey]).delete();
}
