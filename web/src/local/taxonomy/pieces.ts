import { checksum, type FetchPieces } from '@veld/taxonomy';
import { Dexie } from 'dexie';
import type { PieceRecord, TaxonomyDatabase } from './database';

/** Rows of page n are numbered from n times this. */
const PIECES_OF_A_PAGE = 10_000;
/** The index of segment n begins here plus n times a million. */
const INDEX_FROM = 1_000_000_000;
const PIECES_OF_A_SEGMENT = 1_000_000;
const HEADS_FROM = 2_000_000_000;

/** A piece is not there any more, or not what was written. */
export class PieceLost extends Error {
  override readonly name = 'PieceLost';
  readonly copy: string;
  constructor(copy: string, number: number) {
    super(`Piece ${number} of the taxonomy copy ${copy} is missing or damaged`);
    this.copy = copy;
  }
}

export function rowNumber(page: number, piece: number): number {
  return page * PIECES_OF_A_PAGE + piece;
}

export function indexNumber(segment: number, piece: number): number {
  return INDEX_FROM + segment * PIECES_OF_A_SEGMENT + piece;
}

export function headNumber(segment: number): number {
  return HEADS_FROM + segment;
}

/** Under which names the pieces of a run may lie: pages, changes beside a copy, a copy that is written anew. */
export function namesOfRun(run: string): string[] {
  return [run, besideName(run), anewName(run)];
}

export function besideName(run: string): string {
  return `${run} beside`;
}

export function anewName(run: string): string {
  return `${run} anew`;
}

export function pieceRecord(copy: string, number: number, bytes: Uint8Array): PieceRecord {
  return { copy, number, bytes, sum: checksum(bytes) };
}

/** The bytes of pieces, in the order of their numbers. Throws where one is missing or not what was written. */
export async function readPieces(db: TaxonomyDatabase, copy: string, numbers: readonly number[]): Promise<Uint8Array[]> {
  const records = await db.blocks.bulkGet(numbers.map((number): [string, number] => [copy, number]));
  return records.map((record, at) => soundBytes(record, copy, numbers[at] ?? 0));
}

function soundBytes(record: PieceRecord | undefined, copy: string, number: number): Uint8Array {
  if (!(record?.bytes instanceof Uint8Array) || checksum(record.bytes) !== record.sum) throw new PieceLost(copy, number);
  return record.bytes;
}

/** How a segment of a stored copy reads what it lacks. */
export function fetchFrom(db: TaxonomyDatabase, copy: string, segment: number): FetchPieces {
  return (kind, numbers) => readPieces(db, copy, kind === 'rows' ? numbers : numbers.map((piece) => indexNumber(segment, piece)));
}

/** Up to `most` pieces of rows after a number, in their order; those of pages without rows are left out. */
export async function rowPiecesAfter(db: TaxonomyDatabase, copy: string, number: number, most: number): Promise<PieceRecord[]> {
  const records = await db.blocks.where('[copy+number]').between([copy, number], [copy, INDEX_FROM], false, false).limit(most).toArray();
  for (const record of records) soundBytes(record, copy, record.number);
  return records;
}

/** Takes away whatever is stored under a name. */
export async function deletePieces(db: TaxonomyDatabase, copy: string): Promise<void> {
  await db.blocks.where('[copy+number]').between([copy, Dexie.minKey], [copy, Dexie.maxKey]).delete();
}
