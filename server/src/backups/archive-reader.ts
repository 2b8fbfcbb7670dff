import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { sha256 } from './digests.ts';
import { BackupFault, EntryPax } from './format.ts';

const expand = promisify(gunzip);
/** The largest row that PostgreSQL can have is 1 GB. */
const MAX_ENTRY_BYTES = 2 ** 30;
/** Two blocks of zeros end a tar. */
const END_BYTES = 1024;

/** A piece of a backup whose digest is right. */
export interface ArchiveEntry {
  name: string;
  bytes: Buffer;
  /** Bytes before compression. */
  size: number;
  isLast: boolean;
}

export const damaged = (where: string): BackupFault => new BackupFault(`The backup is damaged: ${where}. Use another one.`);

/**
 * Reads the entries of a backup in their order, each with its digest checked. Throws a `BackupFault` if the file is none, is cut off or
 * is damaged. `onRead` is called with the number of bytes that were read.
 */
export async function* readEntries(path: string, onRead: (count: number) => void = () => undefined): AsyncGenerator<ArchiveEntry> {
  await checkEnd(path);
  const source = createReadStream(path, { highWaterMark: 1 << 20 });
  const entries = extract();
  source.on('error', (error) => entries.destroy(error));
  source.on('data', (chunk) => onRead(chunk.length));
  source.pipe(entries);
  let last = 'its beginning';
  try {
    for await (const entry of entries) {
      const { name, size, type } = entry.header;
      if (type !== 'file' || size > MAX_ENTRY_BYTES) throw damaged(`an entry after ${last} is none of a backup`);
      const chunks: Uint8Array[] = [];
      for await (const chunk of entry as AsyncIterable<Uint8Array>) chunks.push(chunk);
      const pax = EntryPax.safeParse(entry.header.pax);
      if (!pax.success) throw damaged(`the entry after ${last} has no digest`);
      const bytes = Buffer.concat(chunks);
      if (sha256(bytes) !== pax.data['VELD.sha256']) throw damaged(`${name} is not what was written`);
      last = name;
      yield { name, bytes, size: Number(pax.data['VELD.size']), isLast: pax.data['VELD.last'] === '1' };
    }
  } catch (error) {
    throw error instanceof BackupFault ? error : damaged(`it cannot be read after ${last}`);
  } finally {
    source.destroy();
    entries.destroy();
  }
}

/** The bytes of a compressed entry as they were. */
export async function expandEntry({ name, bytes, size }: ArchiveEntry): Promise<Buffer> {
  const expanded = await expand(bytes, { maxOutputLength: Math.max(1, size) }).catch(() => null);
  if (expanded?.length !== size) throw damaged(`${name} cannot be expanded`);
  return expanded;
}

/** A file that was cut off is refused before it is read. */
async function checkEnd(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw new BackupFault(`There is no backup at ${path}.`);
  const file = await open(path, 'r');
  try {
    const end = Buffer.alloc(END_BYTES, 1);
    if (found.size > END_BYTES && found.size % 512 === 0) await file.read(end, 0, END_BYTES, found.size - END_BYTES);
    if (end.some((byte) => byte !== 0)) throw damaged('its end is missing, or it is no backup');
  } finally {
    await file.close();
  }
}
