import { ImportStopped } from '../faults.ts';

const NEW_LINE = 10;

/** UTF-16 if the bytes start with its byte order mark or with two of its Latin letters, also in a file declared as UTF-8; else null. */
export function markedEncoding(bytes: Buffer): 'utf-16le' | 'utf-16be' | null {
  const [first, second, third, fourth] = bytes;
  if ((first === 0xff && second === 0xfe) || (isLetter(first) && second === 0 && isLetter(third) && fourth === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && isLetter(second) && third === 0 && isLetter(fourth))) return 'utf-16be';
  return null;
}

/** A printed character of ASCII. */
function isLetter(byte: number | undefined): boolean {
  return byte !== undefined && byte > 0x20 && byte < 0x7f;
}

/**
 * Decodes the text of a table. Throws an `ImportStopped` with the line of bytes that are invalid in the encoding, because replacing
 * them would damage names without notice.
 */
export async function* decode(
  stream: AsyncIterable<Buffer>,
  encoding: string,
  file: string,
  onBytes: (count: number) => void,
): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  let label = encoding;
  let line = 1;
  let isStart = true;
  for await (const chunk of stream) {
    if (!decoder) {
      label = markedEncoding(chunk) ?? encoding;
      decoder = new TextDecoder(label, { fatal: true });
    }
    let text: string;
    try {
      text = decoder.decode(chunk, { stream: true });
    } catch {
      throw new ImportStopped('encoding', { file, value: label, ...placeIn(chunk, label, line, isStart) });
    }
    isStart = false;
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

/** The line of the first invalid bytes in a chunk, found by decoding line by line. `isStart`: it is the first chunk of the file. */
function placeIn(chunk: Buffer, label: string, firstLine: number, isStart: boolean): { line: number } {
  let line = firstLine;
  let from = 0;
  // The first line of a later chunk can start in the middle of a character.
  for (;;) {
    const end = chunk.indexOf(NEW_LINE, from);
    if (end < 0) return { line };
    const isFirst = from === 0 && !isStart;
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

/** Whether the first line of a later chunk is invalid, apart from its first three bytes, which can be the rest of a character. */
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
