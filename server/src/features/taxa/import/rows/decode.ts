import type { Readable } from 'node:stream';
import { ImportStopped } from '../faults.ts';

const NEW_LINE = 10;

/**
 * Decodes the text of a table. Bytes that are invalid in the encoding are an error with their line, because a silently damaged
 * name would be believed.
 */
export async function* decode(stream: Readable, encoding: string, file: string, onBytes: (count: number) => void): AsyncGenerator<string> {
  // UTF-16 is detected by its byte order mark; a file declared as UTF-8 may have one too.
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

/** The line of the first invalid bytes, found by reading line by line. */
function placeIn(chunk: Buffer, label: string, firstLine: number): { line: number } {
  let line = firstLine;
  let from = 0;
  // The first line of a chunk may start within a character that is complete in the file.
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

/** Whether the first line of a chunk, which may lack its beginning, is invalid beyond its first three bytes. */
function hasBadBytes(bytes: Buffer, label: string): boolean {
  for (let skip = 0; skip <= Math.min(3, bytes.length); skip++) {
    try {
      new TextDecoder(label, { fatal: true }).decode(bytes.subarray(skip));
      return false;
    } catch {
      // Skip one more byte.
    }
  }
  return true;
}
