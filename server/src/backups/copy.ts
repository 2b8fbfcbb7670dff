import type pg from 'pg';

/*
 * COPY from and to tables over a connection of node-postgres, which has the messages of the protocol but no call for them. Rows are in the
 * text format, which every version of PostgreSQL reads and writes alike.
 */

/** What COPY needs of a connection of node-postgres and its types do not declare. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** Rows of COPY, as many as fit; a row is never divided. */
export interface RowsPiece {
  bytes: Buffer;
  rows: number;
}

/**
 * Reads `COPY ... TO STDOUT` in pieces of about `pieceBytes`; a larger row makes a larger piece. Reads from the server only as fast as the
 * pieces are taken.
 */
export async function* copyOut(client: pg.Client, statement: string, pieceBytes: number): AsyncGenerator<RowsPiece> {
  const reading = new RowReader(statement, pieceBytes);
  client.query(reading);
  for (;;) {
    const piece = await reading.next();
    if (!piece) return;
    yield piece;
  }
}

class RowReader implements pg.Submittable {
  readonly #statement: string;
  readonly #pieceBytes: number;
  #connection: pg.Connection | null = null;
  #current: Buffer;
  #length = 0;
  #rows = 0;
  readonly #ready: RowsPiece[] = [];
  #error: Error | null = null;
  #isDone = false;
  #wake: (() => void) | null = null;

  constructor(statement: string, pieceBytes: number) {
    this.#statement = statement;
    this.#pieceBytes = pieceBytes;
    this.#current = Buffer.allocUnsafe(pieceBytes);
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection;
    connection.query(this.#statement);
  }

  /** The next piece, or null after the last one. Throws what the database answered. */
  async next(): Promise<RowsPiece | null> {
    for (;;) {
      const piece = this.#ready.shift();
      if (piece) return piece;
      if (this.#error) throw this.#error;
      if (this.#isDone) return null;
      this.#connection?.stream.resume();
      await new Promise<void>((done) => (this.#wake = done));
    }
  }

  /** A message is one row. Its bytes belong to the parser, which uses them again, so they are copied at once. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (this.#length + chunk.length > this.#current.length) this.#finishPiece(chunk.length);
    chunk.copy(this.#current, this.#length);
    this.#length += chunk.length;
    this.#rows += 1;
  }

  handleCommandComplete(): void {
    this.#finishPiece(0);
  }

  handleReadyForQuery(): void {
    this.#isDone = true;
    this.#notify();
  }

  handleError(error: Error): void {
    this.#error = error;
    this.#notify();
  }

  #finishPiece(nextRow: number): void {
    if (this.#rows > 0) {
      this.#ready.push({ bytes: this.#current.subarray(0, this.#length), rows: this.#rows });
      this.#connection?.stream.pause();
    }
    this.#current = Buffer.allocUnsafe(Math.max(this.#pieceBytes, nextRow));
    this.#length = 0;
    this.#rows = 0;
    this.#notify();
  }

  #notify(): void {
    this.#wake?.();
    this.#wake = null;
    if (this.#isDone || this.#error) this.#connection?.stream.resume();
  }
}

/** Sends whole rows to `COPY ... FROM STDIN`, and returns how many the database has stored. */
export function copyIn(client: pg.Client, statement: string, rows: Buffer): Promise<number> {
  return new Promise((done, fail) => client.query(new RowWriter(statement, rows, done, fail)));
}

/** Parts of this size leave room for other messages between them. */
const PART_BYTES = 1 << 16;

class RowWriter implements pg.Submittable {
  readonly #statement: string;
  readonly #rows: Buffer;
  readonly #done: (count: number) => void;
  readonly #fail: (error: Error) => void;
  #count = 0;
  #isFailed = false;

  constructor(statement: string, rows: Buffer, done: (count: number) => void, fail: (error: Error) => void) {
    this.#statement = statement;
    this.#rows = rows;
    this.#done = done;
    this.#fail = fail;
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#statement);
  }

  handleCopyInResponse(connection: pg.Connection): void {
    void this.#send(connection as CopyConnection);
  }

  async #send(connection: CopyConnection): Promise<void> {
    for (let from = 0; from < this.#rows.length && !this.#isFailed; from += PART_BYTES) {
      connection.sendCopyFromChunk(this.#rows.subarray(from, from + PART_BYTES));
      if (connection.stream.writableNeedDrain) await drained(connection.stream);
    }
    if (!this.#isFailed) connection.endCopyFrom();
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#count = Number(/^COPY (\d+)$/.exec(text)?.[1]);
  }

  handleReadyForQuery(): void {
    this.#done(this.#count);
  }

  handleError(error: Error): void {
    this.#isFailed = true;
    this.#fail(error);
  }
}

/** Waits until a stream takes more; also when it ends, since the failure is told to the query. */
function drained(stream: NodeJS.EventEmitter): Promise<void> {
  return new Promise((done) => {
    const go = () => {
      stream.off('drain', go);
      stream.off('close', go);
      done();
    };
    stream.once('drain', go);
    stream.once('close', go);
  });
}
