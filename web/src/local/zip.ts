/** A file inside an archive. Names are relative and use forward slashes. */
export interface ZipEntry {
  name: string;
  blob: Blob;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** CRC-32 as in ISO 3309. */
export function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = TABLE[(value ^ byte) & 0xff]! ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

/** Version 2.0 is enough to read it; names are UTF-8; nothing is compressed (photos already are). */
const READER = 20;
const UTF8 = 0x0800;
/** 1 January 1980, the first date the format knows: the records say when. */
const DATE = (1 << 5) | 1;

/**
 * A zip archive of stored files, made of parts that the browser keeps on the disk: one entry at a time is in memory. Without
 * the 64-bit extension: fewer than 65,535 entries and less than 4 GB, which the caller sees to.
 */
export async function zipOf(entries: readonly ZipEntry[]): Promise<Blob> {
  const parts: BlobPart[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const { name, blob } of entries) {
    const title = new TextEncoder().encode(name);
    const facts = { crc: crc32(new Uint8Array(await blob.arrayBuffer())), size: blob.size, title };
    const header = localHeader(facts);
    parts.push(header, blob);
    directory.push(directoryEntry(facts, offset));
    offset += header.length + blob.size;
  }
  const size = directory.reduce((sum, entry) => sum + entry.length, 0);
  return new Blob([...parts, ...directory, endOf(entries.length, size, offset)], { type: 'application/zip' });
}

interface Facts {
  crc: number;
  size: number;
  title: Uint8Array;
}

function localHeader({ crc, size, title }: Facts): Uint8Array<ArrayBuffer> {
  const { bytes, view } = block(30, title);
  view.setUint32(0, 0x04034b50, true);
  view.setUint16(4, READER, true);
  common(view, 6, crc, size, title.length);
  return bytes;
}

function directoryEntry({ crc, size, title }: Facts, offset: number): Uint8Array<ArrayBuffer> {
  const { bytes, view } = block(46, title);
  view.setUint32(0, 0x02014b50, true);
  view.setUint16(4, READER, true);
  view.setUint16(6, READER, true);
  common(view, 8, crc, size, title.length);
  view.setUint32(42, offset, true);
  return bytes;
}

/** Flags, method (0: stored), time, date, checksum, both sizes, length of the name: the same in both places. */
function common(view: DataView, at: number, crc: number, size: number, nameLength: number): void {
  view.setUint16(at, UTF8, true);
  view.setUint16(at + 6, DATE, true);
  view.setUint32(at + 8, crc, true);
  view.setUint32(at + 12, size, true);
  view.setUint32(at + 16, size, true);
  view.setUint16(at + 20, nameLength, true);
}

function endOf(count: number, size: number, offset: number): Uint8Array<ArrayBuffer> {
  const { bytes, view } = block(22, new Uint8Array(0));
  view.setUint32(0, 0x06054b50, true);
  view.setUint16(8, count, true);
  view.setUint16(10, count, true);
  view.setUint32(12, size, true);
  view.setUint32(16, offset, true);
  return bytes;
}

function block(length: number, tail: Uint8Array): { bytes: Uint8Array<ArrayBuffer>; view: DataView } {
  const bytes = new Uint8Array(length + tail.length);
  bytes.set(tail, length);
  return { bytes, view: new DataView(bytes.buffer) };
}
