/**
 * Whether the file of a picture is complete, by its structure. Decoders do not notice that a file was cut off: they show what is left of
 * it. What follows the end of the picture does not matter: other pictures (MPF), a film, padding. Files of unknown formats are complete.
 *
 * NOTE: a JPEG without its end marker counts as cut off, even if only the marker is missing, which only decoding would show.
 */
export function isWholePicture(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return isWholeJpeg(bytes, view);
  if (bytes.length >= 8 && view.getUint32(0) === 0x89504e47) return isWholePng(view);
  if (bytes.length >= 12 && view.getUint32(0) === word('RIFF') && view.getUint32(8) === word('WEBP')) return isWholeWebp(view);
  if (bytes.length >= 8 && view.getUint32(4) === word('ftyp')) return isWholeHeif(view);
  return true;
}

/** The number that four letters are in a file. */
function word(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 256 + letter.charCodeAt(0), 0);
}

const END = 0xd9;
const START_OF_SCAN = 0xda;

/** Whether the first picture of the file reaches its end marker. Segments are skipped by their length, with any previews in them. */
function isWholeJpeg(bytes: Uint8Array, view: DataView): boolean {
  let hasScan = false;
  for (let at = bytes.indexOf(0xff, 2); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at)) {
    const marker = view.getUint8(at + 1);
    // Fill bytes, bytes of the picture, and markers without a segment.
    if (marker === 0xff) at += 1;
    else if (marker === 0 || marker === 1 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else if (marker === END) return hasScan;
    else {
      if (at + 4 > bytes.length) return false;
      hasScan ||= marker === START_OF_SCAN;
      at += 2 + view.getUint16(at + 2);
    }
  }
  return false;
}

function isWholePng(view: DataView): boolean {
  for (let at = 8; at + 12 <= view.byteLength; at += 12 + view.getUint32(at)) if (view.getUint32(at + 4) === word('IEND')) return true;
  return false;
}

/** A length that is odd is padded, which some writers leave out at the end. */
function isWholeWebp(view: DataView): boolean {
  return 8 + view.getUint32(4, true) <= view.byteLength;
}

/** HEIC and AVIF: whether all boxes of the file fit in it, and all parts of its pictures. */
function isWholeHeif(view: DataView): boolean {
  let hasContents = false;
  for (const box of boxesIn(view, 0, view.byteLength)) {
    if (box.end > view.byteLength) return false;
    if (box.type !== word('meta')) continue;
    hasContents = true;
    for (const part of boxesIn(view, box.start + 4, box.end))
      if (part.type === word('iloc') && lastByteOf(view, part) > view.byteLength) return false;
  }
  return hasContents;
}

interface Box {
  type: number;
  /** Of its contents. */
  start: number;
  end: number;
}

function* boxesIn(view: DataView, from: number, to: number): Generator<Box> {
  for (let at = from; at + 8 <= to;) {
    const size = view.getUint32(at);
    const isLong = size === 1;
    if (isLong && at + 16 > to) return;
    // A size of zero: up to the end of the file.
    const end = size === 0 ? view.byteLength : at + (isLong ? Number(view.getBigUint64(at + 8)) : size);
    if (end < at + 8) return;
    yield { type: view.getUint32(at + 4), start: at + (isLong ? 16 : 8), end };
    at = end;
  }
}

/** Where the last part of a picture ends that the box `iloc` places in the file. */
function lastByteOf(view: DataView, { start, end }: Box): number {
  let at = start;
  const read = (size: number) => {
    if (at + size > end) throw new RangeError('iloc');
    const value = size === 8 ? Number(view.getBigUint64(at)) : size === 4 ? view.getUint32(at) : size === 2 ? view.getUint16(at) : 0;
    at += size;
    return value;
  };
  let last = 0;
  try {
    const version = read(4) >>> 24;
    const sizes = read(2);
    const [offsetSize, lengthSize, baseSize, indexSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15, version > 0 ? sizes & 15 : 0];
    const count = read(version < 2 ? 2 : 4);
    for (let item = 0; item < count; item++) {
      read(version < 2 ? 2 : 4);
      // In the file itself, not in another box.
      const isInFile = version === 0 || (read(2) & 15) === 0;
      read(2);
      const base = read(baseSize);
      for (let extents = read(2); extents > 0; extents--) {
        read(indexSize);
        const offset = read(offsetSize);
        const length = read(lengthSize);
        if (isInFile) last = Math.max(last, base + offset + length);
      }
    }
  } catch (error) {
    // The box contradicts itself: its reader will say so.
    if (!(error instanceof RangeError)) throw error;
  }
  return last;
}
