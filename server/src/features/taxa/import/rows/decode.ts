import type { Readable } from 'node:stream';
import { ImportStopped } from '../faults.ts';

const NEW_LINE = 10;

/**
 * The text of a table. Bytes that the encoding does not have are an error with their line, never a question mark: a name
 * that was silently damaged would be believed.
 */
export async function* decode(stream: Readable, encoding: string, file: string, onBytes: (count: number) => void): AsyncGenerator<string> {
  // UTF-16 is told by its mark; a file said to be UTF-8 may have one too.
  let decoder: TextDecoder | null = null;
  let label = encoding;
  let line = 1;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (!decoder) {
      if (chunk[0] === 0xff && chunk[1] === 0xfe) label = 'utf-16le';
      else if (chunk[0] === 0xfe && chunk[1] === 0xff) label = 'utf-16be';
      decoder = new TextDecoder(label, { fatal: true });
    }
    let text: string;
    try {
      text = decoder.decode(chunk, { stream: true });
    } catch {
      throw new ImportStopped('encoding', { file, value: label, ...placeIn(chunk, label, line) });
    }
    for (let at = chunk.indexOf(NEW_LINE); at >= 0; at = chunk.indexOf(NEW_LINE, at + 1)) line += 1;
    onBytes(chunk.length);
    yield text;
  }
  try {
    const rest = decoder?.decode() ?? '';
    if (rest) yield rest;
  } catch {
    throw new ImportStopped('encoding', { file, value: label, line });
  }
}

/** The line of the first bytes that cannot be read, found by reading line by line. */
function placeIn(chunk: Buffer, label: string, firstLine: number): { line: number } {
  let line = firstLine;
  let from = 0;
  // The first line of a part may begin in the middle of a character that is whole in the file.
  for (;;) {
    const end = chunk.indexOf(NEW_LINE, from);
    if (end < 0) return { line };
    const isFirst = from === 0;
    try {
      new TextDecoder(label, { fatal: !isFirst }).decode(chunk.subarray(from, end));
    } catch {
      return { line };
    }
    if (isFirst && hasBadBytes(chunk.subarray(0, end), label)) return { line };
    from = end + 1;
    line += 1;
  }
}

/** Of a part's first line, which may lack its beginning: whether it is bad beyond its first three bytes. */
function hasBadBytes(bytes: Buffer, label: string): boolean {
  for (let skip = 0; skip <= Math.min(3, bytes.length); skip++) {
    try {
      new TextDecoder(label, { fatal: true }).decode(bytes.subarray(skip));
      return false;
    } catch {
      // One byte further.
    }
  }
  return true;
}
