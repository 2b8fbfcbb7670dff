import { Readable } from 'node:stream';
import { CsvError, type Options, parse } from 'csv-parse';
import { decode } from './decode.ts';
import type { ArchiveFile } from '../archive/archive-file.ts';
import type { Dialect } from './dialect.ts';
import { ImportStopped } from '../faults.ts';
import type { ImportLimits } from '../limits.ts';

export interface TextRow {
  cells: string[];
  /** The line on which the record starts, from 1. */
  line: number;
}

interface Parsed {
  record: string[];
  info: { lines: number };
}

/** Streams the records of a file, including header lines. Throws an `ImportStopped` for invalid text. */
export async function* readRows(
  file: ArchiveFile,
  dialect: Dialect,
  limits: ImportLimits,
  onBytes: (count: number) => void = () => undefined,
): AsyncGenerator<TextRow> {
  const stream = await file.open();
  const decoded = decode(stream, dialect.encoding, file.name, onBytes);
  const first = await decoded.next().catch((error: unknown) => {
    stream.destroy();
    throw error;
  });
  // Whatever the description says: a file of an old Mac would be a single line.
  const isOfMac = !first.done && first.value.includes('\r') && !first.value.includes('\n');
  const lineEnds = isOfMac ? undefined : dialect.lineEnds;
  const text = Readable.from(startingWith(first, decoded), { objectMode: false, highWaterMark: 1 << 18 });
  const parser = parse({
    delimiter: dialect.delimiter,
    quote: dialect.quote,
    escape: dialect.quote,
    ...(lineEnds ? { record_delimiter: lineEnds } : {}),
    bom: true,
    info: true,
    relax_column_count: true,
    // A quote inside an unquoted value is an ordinary character.
    relax_quotes: true,
    max_record_size: limits.recordLength,
  } satisfies Options);
  let cause: Error | null = null;
  text.on('error', (error) => {
    cause = error;
    parser.destroy(error);
  });
  text.pipe(parser);
  let next = 1;
  try {
    for await (const { record, info } of parser as unknown as AsyncIterable<Parsed>) {
      // `info.lines` is the line on which the record ends.
      const line = next;
      next = info.lines + 1;
      if (record[0] === '' && record.every((cell) => cell === '')) continue;
      yield { cells: record, line };
    }
  } catch (error) {
    const known = cause ?? error;
    if (known instanceof ImportStopped) throw known;
    if (known instanceof CsvError)
      throw new ImportStopped(known.code === 'CSV_MAX_RECORD_SIZE' ? 'long_record' : 'open_quote', {
        file: file.name,
        line: next,
      });
    throw known;
  } finally {
    text.destroy();
    stream.destroy();
  }
}

async function* startingWith(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
