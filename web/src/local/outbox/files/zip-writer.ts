import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** Where the bytes of an archive go. */
export interface ByteSink {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
}

export interface AddOptions {
  /** Text is compressed; photos are already. */
  isText: boolean;
}

/**
 * Writes a zip archive piece by piece: of each entry, only the piece being written is in memory. One archive holds at most 4 GB and
 * 65,535 entries, because fflate writes no ZIP64; the caller starts another before.
 */
export class ZipWriter {
  readonly #sink: ByteSink;
  readonly #zip: Zip;
  #made: Uint8Array<ArrayBuffer>[] = [];
  #fault: Error | null = null;
  bytes = 0;
  entries = 0;

  constructor(sink: ByteSink) {
    this.#sink = sink;
    this.#zip = new Zip((error, chunk) => {
      this.#fault ??= error;
      if (chunk) this.#made.push(chunk);
    });
  }

  async add(name: string, pieces: AsyncIterable<Uint8Array>, { isText }: AddOptions): Promise<void> {
    const entry = isText ? new ZipDeflate(name, { level: 6 }) : new ZipPassThrough(name);
    this.#zip.add(entry);
    for await (const piece of pieces) {
      entry.push(piece);
      await this.#pass();
    }
    entry.push(new Uint8Array(0), true);
    this.entries++;
    await this.#pass();
  }

  async end(): Promise<void> {
    this.#zip.end();
    await this.#pass();
  }

  /** Waits until the sink has taken everything, so that a slow disk slows down the reading too. */
  async #pass(): Promise<void> {
    if (this.#fault) throw this.#fault;
    const made = this.#made;
    this.#made = [];
    for (const bytes of made) {
      this.bytes += bytes.length;
      await this.#sink.write(bytes);
    }
  }
}

const PIECE = 1024 * 1024;

/** The bytes of a blob that the browser keeps on disk. */
export async function* readPieces(blob: Blob): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < blob.size; at += PIECE) yield new Uint8Array(await blob.slice(at, at + PIECE).arrayBuffer());
}

/** The bytes of texts. */
export async function* encodeTexts(texts: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const text of texts) yield encoder.encode(text);
}
