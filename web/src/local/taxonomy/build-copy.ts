import { type BuiltSegment, packHead, rowCount, ROWS_IN_A_SEGMENT, SegmentBuilder, sharedHashes } from '@veld/taxonomy';
import type { PieceRecord, TaxonomyDatabase } from './database';
import { headNumber, indexNumber, pieceRecord, rowPiecesAfter } from './pieces';

/** What becomes part of a copy's record once its index stands beside its rows. */
export interface BuiltCopy {
  segments: number;
  shared: Uint32Array;
}

/** What a worker answers that was asked to build a copy. */
export type BuildReply = { ok: true; built: BuiltCopy } | { ok: false; error: string };

/** Pieces of rows that are read together: some megabytes. */
const READ_TOGETHER = 64;

/** Makes the index over the stored rows of a copy, a segment at a time, and stores it beside them. May be repeated. */
export async function buildCopy(db: TaxonomyDatabase, copy: string, rowsInASegment = ROWS_IN_A_SEGMENT): Promise<BuiltCopy> {
  const names: Pick<BuiltSegment, 'hashes' | 'bracketed'>[] = [];
  let builder = new SegmentBuilder();
  const close = async () => {
    const { head, pieces, hashes, bracketed } = builder.finish();
    builder = new SegmentBuilder();
    const segment = names.length;
    names.push({ hashes, bracketed });
    await db.blocks.bulkPut([
      ...pieces.map((bytes, piece) => pieceRecord(copy, indexNumber(segment, piece), bytes)),
      pieceRecord(copy, headNumber(segment), packHead(head)),
    ]);
  };
  let last = 0;
  for (;;) {
    const records: PieceRecord[] = await rowPiecesAfter(db, copy, last, READ_TOGETHER);
    for (const { number, bytes } of records) {
      if (bytes.length > 0) {
        if (builder.rows > 0 && builder.rows + rowCount(bytes) > rowsInASegment) await close();
        builder.add(bytes, number);
      }
      last = number;
    }
    if (records.length < READ_TOGETHER) break;
  }
  if (builder.rows > 0) await close();
  return { segments: names.length, shared: sharedHashes(names) };
}
