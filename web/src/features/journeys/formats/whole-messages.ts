const CHECKSUM_BYTES = 2;
const NIBBLES = [
  0x0000, 0xcc01, 0xd801, 0x1400, 0xf001, 0x3c00, 0x2800, 0xe401, 0xa001, 0x6c00, 0x7800, 0xb401, 0x5000, 0x9c01, 0x8801, 0x4400,
];

/** A FIT file that was cut off, with the messages that are whole and a checksum of them; others as they are. */
export function wholeMessages(file: ArrayBuffer): { bytes: ArrayBuffer; isCut: boolean } {
  const view = new DataView(file);
  const header = view.getUint8(0);
  if (header < 12 || header + view.getUint32(4, true) + CHECKSUM_BYTES <= file.byteLength) return { bytes: file, isCut: false };
  const end = endOfMessages(view, header);
  const bytes = new Uint8Array(end + CHECKSUM_BYTES);
  bytes.set(new Uint8Array(file, 0, end));
  const mended = new DataView(bytes.buffer);
  mended.setUint32(4, end - header, true);
  // Zero: the header has no checksum of its own.
  if (header >= 14) mended.setUint16(12, 0, true);
  mended.setUint16(end, checksum(bytes.subarray(0, end)), true);
  return { bytes: bytes.buffer, isCut: true };
}

function endOfMessages(view: DataView, start: number): number {
  const sizes = new Map<number, number>();
  let end = start;
  while (end < view.byteLength) {
    const kind = view.getUint8(end);
    const isDefinition = (kind & 0xc0) === 0x40;
    const local = kind & 0x80 ? (kind >> 5) & 3 : kind & 15;
    const fields = isDefinition ? fieldsOf(view, end, (kind & 0x20) !== 0) : null;
    const next = isDefinition ? fields?.end : end + 1 + (sizes.get(local) ?? Infinity);
    if (next === undefined || next > view.byteLength) break;
    if (fields) sizes.set(local, fields.size);
    end = next;
  }
  return end;
}

/** How long the messages of a definition are, and where it ends; null if that is beyond the file. */
function fieldsOf(view: DataView, at: number, hasOwn: boolean): { size: number; end: number } | null {
  let [size, end] = [0, at + 5];
  for (let list = 0; list < (hasOwn ? 2 : 1); list++) {
    if (end >= view.byteLength) return null;
    const count = view.getUint8(end++);
    if (end + 3 * count > view.byteLength) return null;
    for (let field = 0; field < count; field++) size += view.getUint8(end + 3 * field + 1);
    end += 3 * count;
  }
  return { size, end };
}

function checksum(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte) => {
    const low = (sum >> 4) ^ NIBBLES[sum & 15]! ^ NIBBLES[byte & 15]!;
    return (low >> 4) ^ NIBBLES[low & 15]! ^ NIBBLES[byte >> 4]!;
  }, 0);
}
