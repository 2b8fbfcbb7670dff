import { Unzip, UnzipInflate, Zip, ZipDeflate } from 'fflate';

/** A file inside an archive. Names are relative and use forward slashes. */
export interface ZipEntry {
  name: string;
  blob: Blob;
}

/** The archive is not a zip, is truncated or is too large. */
export class ZipDamaged extends Error {
  override readonly name = 'ZipDamaged';
}

const PIECE = 1024 * 1024;

/** Makes a zip archive from blobs that the browser keeps on disk; only one entry at a time is in memory. Stores without compression. */
export async function zipOf(entries: readonly ZipEntry[]): Promise<Blob> {
  const parts: Blob[] = [];
  let fault: Error | null = null;
  const zip = new Zip((error, chunk) => {
    fault ??= error;
    if (chunk) parts.push(new Blob([chunk as Uint8Array<ArrayBuffer>]));
  });
  for (const { name, blob } of entries) {
    const entry = new ZipDeflate(name, { level: name.endsWith('.json') ? 6 : 0 });
    zip.add(entry);
    entry.push(new Uint8Array(await blob.arrayBuffer()), true);
  }
  zip.end();
  if (fault) throw fault as Error;
  return new Blob(parts, { type: 'application/zip' });
}

/** Reads the entries of an archive by name, as a stream. Throws `ZipDamaged`, also if an entry is larger than `largest` bytes unpacked. */
export async function unzip(archive: Blob, largest: number): Promise<Map<string, Blob>> {
  const entries = new Map<string, Blob>();
  let begun = 0;
  let fault: unknown = null;
  const reader = new Unzip((file) => {
    if (file.name.endsWith('/')) return;
    begun++;
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let size = 0;
    file.ondata = (error, chunk, isLast) => {
      size += chunk?.length ?? 0;
      fault ??= error ?? (size > largest ? new ZipDamaged(`${file.name} is too large`) : null);
      if (fault) return;
      parts.push(chunk as Uint8Array<ArrayBuffer>);
      if (isLast) entries.set(file.name, new Blob(parts));
    };
    file.start();
  });
  reader.register(UnzipInflate);
  try {
    for (let at = 0; at < archive.size && !fault; at += PIECE) {
      const piece = new Uint8Array(await archive.slice(at, at + PIECE).arrayBuffer());
      reader.push(piece, at + PIECE >= archive.size);
    }
  } catch (error) {
    fault ??= error;
  }
  if (fault || begun === 0 || entries.size < begun) throw new ZipDamaged('The archive cannot be read', { cause: fault });
  return entries;
}
