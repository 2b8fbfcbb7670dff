import type { FoundPoint, FoundTrack } from './found-point';
import { TrackFileError } from './track-file';

const CHECKSUM_BYTES = 2;

const NIBBLES = [
  0x0000, 0xcc01, 0xd801, 0x1400, 0xf001, 0x3c00, 0x2800, 0xe401, 0xa001, 0x6c00, 0x7800, 0xb401, 0x5000, 0x9c01, 0x8801, 0x4400,
];

/** Numbers of messages and fields in the FIT profile. */
const RECORD = 20;
const EVENT = 21;
const TIME = 253;
const POSITION = { latitude: 0, longitude: 1, altitude: 2, speed: 6, accuracy: 31, enhancedSpeed: 73, enhancedAltitude: 78 };
const TIMER = { event: 0, type: 1, isTimer: 0, stops: [1, 4, 8, 9] };

/** FIT has positions in parts of half a circle, and altitudes in fifths of a metre above -500 m. */
const DEGREES_PER_UNIT = 180 / 2 ** 31;
const ALTITUDE_SCALE = 5;
const ALTITUDE_OFFSET_M = 500;
const SPEED_SCALE = 1000;

type Field = { fieldNumber: number; size: number; baseType: number; bytes: Uint8Array };
type Message = { globalMessageNumber: number; littleEndian: boolean; timestamp?: number; fields: Field[] };

/** The track of a FIT file, which devices of many makers write. A stop of the timer ends a segment. */
export async function readFit(file: ArrayBuffer): Promise<{ tracks: FoundTrack[]; isCut: boolean }> {
  const reader = await import('fit-file-parser/raw').catch(() => {
    throw new TrackFileError('not_loaded');
  });
  const { fitTimestampToUnixMilliseconds, FitMessageReaderError, readFitMessages } = reader;
  const { bytes, isCut } = wholeMessages(file);
  const messages = (): Message[] => {
    try {
      return readFitMessages(bytes, { messageNumbers: [RECORD, EVENT] }).messages;
    } catch (error) {
      if (error instanceof FitMessageReaderError) throw new TrackFileError('damaged');
      throw error;
    }
  };
  const segments: FoundPoint[][] = [[]];
  for (const message of messages()) {
    if (message.globalMessageNumber === EVENT) {
      if (isStop(message)) segments.push([]);
      continue;
    }
    const time = message.timestamp === undefined ? null : fitTimestampToUnixMilliseconds(message.timestamp);
    const point = pointOf(message, time);
    if (point) segments.at(-1)!.push(point);
  }
  const recorded = segments.filter(({ length }) => length > 0);
  if (recorded.length === 0) throw new TrackFileError('no_track');
  return { tracks: [{ name: '', notes: '', segments: recorded }], isCut };
}

/** Null for a record without a position, such as of a heart rate. */
function pointOf(message: Message, time: number | null): FoundPoint | null {
  const latitude = signed(message, POSITION.latitude);
  const longitude = signed(message, POSITION.longitude);
  if (latitude === null || longitude === null) return null;
  const altitude = unsigned(message, POSITION.enhancedAltitude) ?? unsigned(message, POSITION.altitude);
  const speed = unsigned(message, POSITION.enhancedSpeed) ?? unsigned(message, POSITION.speed);
  return {
    latitude: latitude * DEGREES_PER_UNIT,
    longitude: longitude * DEGREES_PER_UNIT,
    time,
    elevation: altitude === null ? null : altitude / ALTITUDE_SCALE - ALTITUDE_OFFSET_M,
    accuracy: unsigned(message, POSITION.accuracy),
    speed: speed === null ? null : speed / SPEED_SCALE,
  };
}

function isStop(message: Message): boolean {
  return unsigned(message, TIMER.event) === TIMER.isTimer && TIMER.stops.includes(unsigned(message, TIMER.type) ?? -1);
}

/** A value of 1, 2 or 4 bytes; null for the one that stands for none. */
function unsigned(message: Message, number: number): number | null {
  const view = viewOf(message, number);
  if (!view) return null;
  const { byteLength: size } = view;
  const value =
    size === 1 ? view.getUint8(0) : size === 2 ? view.getUint16(0, message.littleEndian) : view.getUint32(0, message.littleEndian);
  return value === 2 ** (8 * size) - 1 ? null : value;
}

function signed(message: Message, number: number): number | null {
  const view = viewOf(message, number);
  if (view?.byteLength !== 4) return null;
  const value = view.getInt32(0, message.littleEndian);
  return value === 2 ** 31 - 1 ? null : value;
}

function viewOf({ fields }: Message, number: number): DataView | null {
  const field = fields.find(({ fieldNumber }) => fieldNumber === number);
  if (!field || number === TIME || ![1, 2, 4].includes(field.size)) return null;
  return new DataView(field.bytes.buffer, field.bytes.byteOffset, field.size);
}

/** A FIT file that was cut off, with the messages that are whole and a checksum of them; others as they are. */
function wholeMessages(file: ArrayBuffer): { bytes: ArrayBuffer; isCut: boolean } {
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
