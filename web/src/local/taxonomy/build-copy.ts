import { itemAt } from '@veld/contract';
import { type BuiltHead, packHead, rowCount, MAX_SEGMENT_ROWS, SegmentBuilder, sharedHashes } from '@veld/taxonomy';
import type { ChunkRecord, TaxonomyDatabase } from './database';
import { headNumber, indexNumber, chunkRecord, rowNumber, rowChunksAfter } from './chunks';

/** The fields of a copy's record that are known once its index is stored. */
export interface BuiltCopy {
  segments: number;
  shared: Uint32Array;
}

/** A row chunk and the number it is, or will be, stored under. */
export type RowBytes = Pick<ChunkRecord, 'number' | 'bytes'>;

/** Builds the index of a copy page by page while later pages are being fetched, so that little remains at the end. */
export interface CopyBuild {
  /** Adds the rows of the next page. */
  add(chunks: readonly RowBytes[]): void;
  /** Stores the index beside the rows. Rejects if any step failed. */
  finish(): Promise<BuiltCopy>;
  /** Releases resources; call it at the end too. */
  stop(): void;
}

/** Starts a build. `pages`: pages already stored, which are read; later ones are passed to `add`. */
export type StartBuild = (copy: string, pages: number) => CopyBuild;

/** The messages to a build worker, in order: begin, any number of pages, finish. */
export type BuildOrder = { what: 'begin'; copy: string; pages: number } | { what: 'add'; chunks: readonly RowBytes[] } | { what: 'finish' };

/** The worker's single reply. */
export type BuildReply = { ok: true; built: BuiltCopy } | { ok: false; error: string };

/** Row chunks per read, a few megabytes. */
const READ_BATCH = 64;
/** Index chunks per write. */
const WRITE_BATCH = 16;

/** Builds and stores the index, one segment at a time. Can be repeated. */
export class CopyBuilder {
  readonly #db: TaxonomyDatabase;
  readonly #copy: string;
  readonly #maxSegmentRows: number;
  readonly #names: Pick<BuiltHead, 'nameHashes' | 'labelLikeHashes'>[] = [];
  #builder = new SegmentBuilder();
  #shared: Uint32Array = new Uint32Array();

  constructor(db: TaxonomyDatabase, copy: string, maxSegmentRows = MAX_SEGMENT_ROWS) {
    this.#db = db;
    this.#copy = copy;
    this.#maxSegmentRows = maxSegmentRows;
  }

  /** Adds the rows of the first pages from storage. */
  async addStored(pages: number): Promise<void> {
    const end = rowNumber(pages + 1, 0);
    for (let last = 0; pages > 0;) {
      const records = await rowChunksAfter(this.#db, this.#copy, last, READ_BATCH);
      const inRange = records.filter(({ number }) => number < end);
      await this.add(inRange);
      if (inRange.length < READ_BATCH) return;
      last = itemAt(inRange, -1).number;
    }
  }

  async add(chunks: readonly RowBytes[]): Promise<void> {
    for (const { number, bytes } of chunks) {
      if (bytes.length === 0) continue;
      if (this.#builder.rows > 0 && this.#builder.rows + rowCount(bytes) > this.#maxSegmentRows) await this.#close();
      this.#builder.add(bytes, number);
    }
  }

  async finish(): Promise<BuiltCopy> {
    if (this.#builder.rows > 0) await this.#close();
    return { segments: this.#names.length, shared: this.#shared };
  }

  /** The browser writes the first chunks while the rest is built. */
  async #close(): Promise<void> {
    const builder = this.#builder;
    this.#builder = new SegmentBuilder();
    const segment = this.#names.length;
    const { blocks } = this.#db;
    await this.#db.transaction('rw', [blocks], async () => {
      const waiting: ChunkRecord[] = [];
      const written: PromiseLike<unknown>[] = [];
      const write = () => written.push(blocks.bulkPut(waiting.splice(0)));
      let chunk = 0;
      const { head, nameHashes, labelLikeHashes } = builder.finishInto((bytes) => {
        waiting.push(chunkRecord(this.#copy, indexNumber(segment, chunk++), bytes));
        if (waiting.length === WRITE_BATCH) write();
      });
      waiting.push(chunkRecord(this.#copy, headNumber(segment), packHead(head)));
      write();
      this.#names.push({ nameHashes, labelLikeHashes });
      this.#shared = sharedHashes(this.#names);
      await Promise.all(written);
    });
  }
}

/** Builds on this thread. */
export function buildOnThisThread(db: TaxonomyDatabase, copy: string, pages: number, maxSegmentRows = MAX_SEGMENT_ROWS): CopyBuild {
  const builder = new CopyBuilder(db, copy, maxSegmentRows);
  let done = builder.addStored(pages);
  // `finish` reports the error.
  const next = (work: () => Promise<void>) => {
    done = done.then(work);
    done.catch(() => {});
  };
  next(() => Promise.resolve());
  return {
    add: (chunks) => next(() => builder.add(chunks)),
    finish: () => done.then(() => builder.finish()),
    stop() {},
  };
}
