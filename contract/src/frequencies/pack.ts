import { byteAt, intAt, uintAt } from '@veld/geometry';
import { ByteReader, ByteWriter, checksum } from './bytes.ts';
import {
  listFrequencyCounts,
  FIRST_TAXON,
  FREQUENCY_DETAILS,
  type FrequencyDetail,
  type FrequencyTable,
  FrequencyTableBuilder,
  WHOLE_COUNTRY,
} from './table.ts';

/*
 * The format of packs and deltas (docs/frequencies.md). Encoding is deterministic: equal tables give equal bytes.
 */

const PACK = 'VF2';
const DELTA = 'VD2';
/** Without groups. Devices and servers may have stored some. */
const OLD_PACK = 'VF1';
/** Length of a version. */
export const FREQUENCY_VERSION_LENGTH = 22;

/** How the counts of an entry are written, in the lowest two bits of its slot. */
const CODES = { ones: 0, equal: 1, other: 2 } as const;

/** The bytes of a table without its version, which is a hash of them. */
export function encodeTable(table: FrequencyTable): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter();
  writeHead(writer, table);
  writeTaxa(writer, table, [...table.taxa.keys()]);
  return writer.bytes();
}

export function writePack(version: string, table: Uint8Array): Uint8Array<ArrayBuffer> {
  const writer = new ByteWriter();
  writer.ascii(PACK);
  writer.ascii(version);
  writer.raw(table);
  return writer.bytes();
}

/** What turns the table of version `from` into that of version `to`. Null if their detail differs. */
export function encodeDelta(from: FrequencyPack, to: FrequencyPack): Uint8Array<ArrayBuffer> | null {
  if (from.table.detail !== to.table.detail || from.table.country !== to.table.country) return null;
  const before = new Map([...from.table.taxa].map((taxon, position) => [taxon, position]));
  const after = new Set(to.table.taxa);
  const changed = [...to.table.taxa.keys()].filter((position) => {
    const old = before.get(intAt(to.table.taxa, position));
    return old === undefined || !areEqual(from.table, old, to.table, position);
  });
  const writer = new ByteWriter();
  writer.ascii(DELTA);
  writer.ascii(to.version);
  writer.ascii(from.version);
  writer.varint(checksum(encodeTable(to.table)));
  writeHead(writer, to.table);
  writeAscending(
    writer,
    [...before.keys()].filter((taxon) => !after.has(taxon)),
    FIRST_TAXON,
  );
  writeTaxa(writer, to.table, changed);
  return writer.bytes();
}

export interface FrequencyPack {
  version: string;
  table: FrequencyTable;
}

/**
 * Reads a pack, or a delta of the pack `base`. Throws a `RangeError` for anything else, for a delta of another version, and if the
 * result is not what the delta was made for.
 */
export function readPack(bytes: Uint8Array, base?: FrequencyPack): FrequencyPack {
  const reader = new ByteReader(bytes);
  const kind = reader.ascii(PACK.length);
  const version = reader.ascii(FREQUENCY_VERSION_LENGTH);
  if (kind === PACK || kind === OLD_PACK) {
    const builder = readHead(reader);
    readTaxa(reader, builder, kind === PACK);
    return { version, table: builder.build() };
  }
  if (kind !== DELTA) throw new RangeError('Not a pack of frequencies');
  const from = reader.ascii(FREQUENCY_VERSION_LENGTH);
  if (!base || from !== base.version) throw new RangeError('A delta of another version');
  const expected = reader.varint();
  const changes = readHead(reader);
  const removed = new Set(readAscending(reader, FIRST_TAXON));
  readTaxa(reader, changes, true);
  const table = merged(base.table, changes.build(), removed);
  if (checksum(encodeTable(table)) !== expected) throw new RangeError('The delta does not fit');
  return { version, table };
}

function writeHead(writer: ByteWriter, { country, detail }: FrequencyTable): void {
  writer.ascii(country);
  writer.byte(FREQUENCY_DETAILS.indexOf(detail));
}

function readHead(reader: ByteReader): FrequencyTableBuilder {
  const country = reader.ascii(2);
  const detail: FrequencyDetail | undefined = FREQUENCY_DETAILS[reader.byte()];
  if (detail === undefined) throw new RangeError('Unknown detail');
  return new FrequencyTableBuilder(country, detail);
}

/**
 * Writes some taxa, by their positions: the cells, then groups, rows, slots and counts in a block each, because equal values compress well.
 */
function writeTaxa(writer: ByteWriter, table: FrequencyTable, positions: readonly number[]): void {
  const used = new Set<number>();
  for (const position of positions)
    for (let row = intAt(table.rowsFrom, position); row < intAt(table.rowsFrom, position + 1); row++) used.add(intAt(table.cells, row));
  used.delete(WHOLE_COUNTRY);
  const cells = [...used].sort((one, other) => one - other);
  writeAscending(writer, cells);
  // The whole country is number 0.
  const numberOf = new Map(cells.map((cell, index) => [cell, index + 1]));
  const [groups, rows, slots, counts] = [new ByteWriter(), new ByteWriter(), new ByteWriter(), new ByteWriter()];
  let lastTaxon = FIRST_TAXON;
  for (const position of positions) {
    groups.byte(byteAt(table.groups, position));
    rows.varint(intAt(table.taxa, position) - lastTaxon);
    lastTaxon = intAt(table.taxa, position);
    rows.varint(intAt(table.rowsFrom, position + 1) - intAt(table.rowsFrom, position));
    let lastCell = 0;
    for (let row = intAt(table.rowsFrom, position); row < intAt(table.rowsFrom, position + 1); row++) {
      const cell = numberOf.get(intAt(table.cells, row)) ?? 0;
      rows.varint(cell - lastCell);
      lastCell = cell;
      rows.varint(intAt(table.entriesFrom, row + 1) - intAt(table.entriesFrom, row));
      writeEntries(slots, counts, table, row);
    }
  }
  writer.varint(positions.length);
  for (const part of [groups, rows, slots, counts]) writer.block(part.bytes());
}

function writeEntries(slots: ByteWriter, counts: ByteWriter, table: FrequencyTable, row: number): void {
  let lastSlot = 0;
  for (let at = intAt(table.entriesFrom, row); at < intAt(table.entriesFrom, row + 1); at++) {
    const [records, lists, people] = [uintAt(table.records, at), uintAt(table.lists, at), uintAt(table.people, at)];
    const isEqual = records === lists && lists === people;
    const code = !isEqual ? CODES.other : lists === 1 ? CODES.ones : CODES.equal;
    slots.varint((byteAt(table.slots, at) - lastSlot) * 4 + code);
    lastSlot = byteAt(table.slots, at);
    if (code !== CODES.ones) counts.varint(lists);
    if (code !== CODES.other) continue;
    counts.signed(records - lists);
    counts.signed(lists - people);
  }
}

function readTaxa(reader: ByteReader, builder: FrequencyTableBuilder, hasGroups: boolean): void {
  const cells = [WHOLE_COUNTRY, ...readAscending(reader)];
  const taxa = reader.varint();
  const groups = hasGroups ? reader.block() : null;
  const [rows, slots, counts] = [reader.block(), reader.block(), reader.block()];
  if (!reader.isAtEnd) throw new RangeError('The pack is too long');
  let taxon_id = hasGroups ? FIRST_TAXON : 0;
  for (let taxon = 0; taxon < taxa; taxon++) {
    taxon_id += rows.varint();
    const group = groups?.byte() ?? 0;
    let number = 0;
    for (let left = rows.varint(); left > 0; left--) {
      const cell = cells[(number += rows.varint())];
      if (cell === undefined) throw new RangeError('Unknown cell');
      let slot = 0;
      for (let entries = rows.varint(); entries > 0; entries--) {
        const head = slots.varint();
        slot += Math.floor(head / 4);
        const code = head % 4;
        const lists = code === CODES.ones ? 1 : counts.varint();
        const records = code === CODES.other ? lists + counts.signed() : lists;
        const people = code === CODES.other ? lists - counts.signed() : lists;
        builder.add({ taxon_id, group, cell, slot, records, lists, people });
      }
    }
  }
}

function writeAscending(writer: ByteWriter, values: readonly number[], first = 0): void {
  writer.varint(values.length);
  let last = first;
  for (const value of values) {
    writer.varint(value - last);
    last = value;
  }
}

function readAscending(reader: ByteReader, first = 0): number[] {
  const values: number[] = [];
  let last = first;
  for (let left = reader.varint(); left > 0; left--) values.push((last += reader.varint()));
  return values;
}

/** Whether two taxa have the same group, and the same counts in the same cells. */
function areEqual(one: FrequencyTable, at: number, other: FrequencyTable, otherAt: number): boolean {
  if (one.groups[at] !== other.groups[otherAt]) return false;
  const [theirs, iterator] = [listFrequencyCounts(other, otherAt), listFrequencyCounts(one, at)];
  for (;;) {
    const [first, second] = [iterator.next(), theirs.next()];
    if (first.done || second.done) return Boolean(first.done && second.done);
    const [a, b] = [first.value, second.value];
    if (a.cell !== b.cell || a.slot !== b.slot || a.records !== b.records || a.lists !== b.lists || a.people !== b.people) return false;
  }
}

function merged(base: FrequencyTable, changes: FrequencyTable, removed: ReadonlySet<number>): FrequencyTable {
  const builder = new FrequencyTableBuilder(base.country, base.detail);
  const changed = new Set(changes.taxa);
  const parts = [
    ...[...base.taxa.entries()]
      .filter(([, taxon]) => !removed.has(taxon) && !changed.has(taxon))
      .map(([at, taxon]) => ({ taxon, at, table: base })),
    ...[...changes.taxa.entries()].map(([at, taxon]) => ({ taxon, at, table: changes })),
  ].sort((one, other) => one.taxon - other.taxon);
  for (const { table, at } of parts) for (const count of listFrequencyCounts(table, at)) builder.add(count);
  return builder.build();
}
