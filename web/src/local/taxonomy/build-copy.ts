import { type BuiltHead, packHead, rowCount, MAX_SEGMENT_ROWS, SegmentBuilder, sharedHashes } from '@veld/taxonomy';
import type { ChunkRecord, TaxonomyDatabase } from './database';
import { headNumber, indexNumber, chunkRecord, rowNumber, rowChunksAfter } from './chunks';

/** What becomes part of a copy's record once its index stands beside its rows. */
export interface BuiltCopy {
  segments: number;
  shared: Uint32Array;
}

/** A chunk of rows and the number under which it is stored, or is about to be. */
export type RowBytes = Pick<ChunkRecord, 'number' | 'bytes'>;

/** The index of a copy in the making. It takes a page while others are on their way, so that little is left for the end. */
export interface CopyBuild {
  /** Takes the rows of the next page. */
  add(chunks: readonly RowBytes[]): void;
  /** Stores the index beside the rows. Rejects where anything went wrong on the way. */
  finish(): Promise<BuiltCopy>;
  /** Lets go of whatever it holds. To be called at the end, too. */
  stop(): void;
}

/** Starts the index of a copy whose first pages are stored, as many as said; those are read, the others are given. */
export type StartBuild = (copy: string, pages: number) => CopyBuild;

/** What a worker that builds a copy is told, in this order: once where it begins, then page by page, once that this was all. */
export type BuildOrder = { what: 'begin'; copy: string; pages: number } | { what: 'add'; chunks: readonly RowBytes[] } | { what: 'finish' };

/** What it answers, once. */
export type BuildReply = { ok: true; built: BuiltCopy } | { ok: false; error: string };

/** Chunks of rows that are read together: some megabytes. */
const READ_BATCH = 64;
/** Chunks of the index that are written together. */
const WRITE_BATCH = 16;

/** Makes the index a segment at a time, and stores it. All of it may be repeated. */
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

  /** Takes the rows of the first pages from where they are stored. */
  async addStored(pages: number): Promise<void> {
    const end = rowNumber(pages + 1, 0);
    for (let last = 0; pages > 0;) {
      const records = await rowChunksAfter(this.#db, this.#copy, last, READ_BATCH);
      const inRange = records.filter(({ number }) => number < end);
      await this.add(inRange);
      if (inRange.length < READ_BATCH) return;
      last = inRange.at(-1)!.number;
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

  /** The browser writes what there is while the rest is made. */
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

/** A build in this thread. */
export function buildOnThisThread(db: TaxonomyDatabase, copy: string, pages: number, maxSegmentRows = MAX_SEGMENT_ROWS): CopyBuild {
  const builder = new CopyBuilder(db, copy, maxSegmentRows);
  let done = builder.addStored(pages);
  // Whoever finishes hears of it.
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
