import { SaxesParser } from 'saxes';
import type { ArchiveFile } from './archive-file.ts';
import { markedEncoding } from '../rows/decode.ts';
import { ImportStopped } from '../faults.ts';
import type { ImportLimits } from '../limits.ts';

/**
 * Reads a small XML file. Document types are rejected, so there are only the five built-in entities, no external files and no entity
 * expansion. Throws an `ImportStopped` if the file is invalid.
 */
export async function readXml(
  file: ArchiveFile,
  limits: ImportLimits,
  listen: (parser: SaxesParser<{ xmlns: true }>) => void,
): Promise<void> {
  const text = await readSmallText(file, limits);
  const parser = new SaxesParser({ xmlns: true, position: true });
  const at = () => ({ file: file.name, line: parser.line, column_number: parser.column });
  parser.on('doctype', () => {
    throw new ImportStopped('doctype', at());
  });
  parser.on('error', (error) => {
    throw new ImportStopped('xml', { ...at(), value: error.message.replace(/^\d+:\d+: /, '') });
  });
  listen(parser);
  parser.write(text).close();
}

/** The text of a small file, such as a description, in its declared encoding or UTF-8. */
export async function readSmallText(file: ArchiveFile, limits: ImportLimits): Promise<string> {
  if (file.size > limits.xmlBytes) throw new ImportStopped('too_large', { file: file.name });
  const chunks: Buffer[] = [];
  let size = 0;
  const arriving: AsyncIterable<Buffer> = await file.open();
  for await (const chunk of arriving) {
    size += chunk.length;
    if (size > limits.xmlBytes) throw new ImportStopped('too_large', { file: file.name });
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  const encoding = encodingOf(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new ImportStopped('encoding', { file: file.name, value: encoding });
  }
}

function encodingOf(bytes: Buffer): string {
  const marked = markedEncoding(bytes);
  if (marked) return marked;
  const declared = /^<\?xml[^>]*encoding=["']([A-Za-z0-9._-]+)["']/.exec(bytes.toString('latin1', 0, 200))?.[1];
  try {
    return declared && !/^utf-?16/i.test(declared) ? new TextDecoder(declared).encoding : 'utf-8';
  } catch {
    return 'utf-8';
  }
}
