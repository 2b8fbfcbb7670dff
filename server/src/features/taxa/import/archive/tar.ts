import { Readable } from 'node:stream';
import { type Extract, extract } from 'tar-stream';
import type { Archive } from './archive-file.ts';
import { checkedName, commonFolder, isLeftOut } from './entry-names.ts';
import { ImportStopped } from '../faults.ts';
import type { ImportLimits } from '../limits.ts';

/** Length of a header in bytes. */
export const TAR_HEADER_BYTES = 512;
const CHECKSUM = { at: 148, length: 8 };

/** Whether these are the first bytes of a tar: the checksum of its header is right. Old ones have no magic number. */
export function isTar(bytes: Buffer): boolean {
  if (bytes.length < TAR_HEADER_BYTES || bytes[0] === 0) return false;
  const { at, length } = CHECKSUM;
  const [, octal] = /^[\0 ]*([0-7]+)[\0 ]*$/.exec(bytes.toString('latin1', at, at + length)) ?? [];
  let sum = length * 0x20;
  for (const [index, byte] of bytes.subarray(0, TAR_HEADER_BYTES).entries()) if (index < at || index >= at + length) sum += byte;
  return octal !== undefined && Number.parseInt(octal, 8) === sum;
}

/**
 * Opens a tar after checking the number, sizes and names of its entries. A tar has no directory, so each read of a file passes over
 * the entries before it. `open` streams the tar, unpacked; its errors are of type `ImportStopped`. `onRead` is called with the number
 * of bytes that were read. Throws an `ImportStopped` if the tar is invalid.
 */
export async function openTar(
  open: () => Promise<Readable>,
  shownName: string,
  limits: ImportLimits,
  onRead: (count: number) => void,
): Promise<Archive> {
  const files = new Map<string, { name: string; size: number; index: number }>();
  let total = 0;
  let count = 0;
  for await (const { header } of entriesOf(open, shownName, onRead)) {
    count += 1;
    if (count > limits.entries) throw new ImportStopped('too_many_files', { file: shownName, value: String(limits.entries) });
    if (header.type === 'directory') continue;
    const name = checkedName(header.name, shownName);
    if (header.type !== 'file' && header.type !== 'contiguous-file')
      throw new ImportStopped('unsafe_name', { file: shownName, value: name });
    if (isLeftOut(name)) continue;
    if (files.has(name.toLowerCase())) throw new ImportStopped('file_twice', { file: shownName, value: name });
    const { size } = header;
    total += size;
    if (size > limits.tableBytes || total > limits.totalBytes) throw new ImportStopped('bomb', { file: name });
    files.set(name.toLowerCase(), { name, size, index: count });
  }
  const all = [...files.values()];
  const folder = commonFolder(all.map(({ name }) => name));
  return {
    files: all.map(({ name, size, index }) => ({
      name: name.slice(folder.length),
      size,
      open: async () => Readable.from(bytesOf(open, shownName, onRead, index), { objectMode: false, highWaterMark: 1 << 18 }),
    })),
    close: () => undefined,
  };
}

/** An entry with its bytes, unpacked. */
type Entry = Extract extends AsyncIterable<infer One> ? One : never;

/** The entries in their order. What is not read of one is passed over when the next one is asked for. */
async function* entriesOf(open: () => Promise<Readable>, shownName: string, onRead: (count: number) => void): AsyncGenerator<Entry> {
  const source = await open();
  const entries = extract();
  source.on('error', (error) => entries.destroy(error));
  source.pipe(entries);
  source.on('data', (chunk: Buffer) => onRead(chunk.length));
  try {
    for await (const entry of entries) {
      yield entry;
      entry.resume();
    }
  } catch (error) {
    throw error instanceof ImportStopped ? error : new ImportStopped('damaged', { file: shownName });
  } finally {
    source.destroy();
    entries.destroy();
  }
}

async function* bytesOf(
  open: () => Promise<Readable>,
  shownName: string,
  onRead: (count: number) => void,
  wanted: number,
): AsyncGenerator<Uint8Array> {
  let index = 0;
  for await (const entry of entriesOf(open, shownName, onRead)) {
    index += 1;
    if (index !== wanted) continue;
    for await (const chunk of entry as AsyncIterable<Uint8Array>) yield chunk;
    return;
  }
}
