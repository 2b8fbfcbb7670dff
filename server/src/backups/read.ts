import { FilesDigest, RowsDigest, sha256 } from './digests.ts';
import { type ArchiveEntry, damaged, expandEntry, readEntries } from './archive-reader.ts';
import {
  BackupFault,
  fileEntry,
  FORMAT,
  Header,
  HEADER_ENTRY,
  JOBS,
  KEYS_ENTRY,
  listEntry,
  ListedFile,
  Manifest,
  MANIFEST_ENTRY,
  rowsEntry,
} from './format.ts';
import { readKept } from './kept-files.ts';
import { createHash, type Hash } from 'node:crypto';

/** What a backup holds, in the order of reading. Everything but the sums of the manifest was checked before it is given out. */
export type Part =
  | { kind: 'header'; header: Header }
  | { kind: 'rows'; table: string; bytes: Buffer; rows: number }
  | { kind: 'file'; store: string; key: string; bytes: Buffer; isFirst: boolean; isLast: boolean }
  | { kind: 'keys'; sealed: Buffer }
  | { kind: 'manifest'; manifest: Manifest };

/**
 * Reads a backup, checks all digests and counts on the way, and ends with its manifest. Throws a `BackupFault` at the first damage.
 * `onRead` is called with the number of bytes that were read.
 */
export async function* readBackup(path: string, onRead?: (count: number) => void): AsyncGenerator<Part> {
  const sums = new Sums();
  let header: Header | null = null;
  let isComplete = false;
  for await (const entry of readEntries(path, onRead)) {
    if (!COMPRESSED.test(entry.name) && entry.size !== entry.bytes.length) throw damaged(`${entry.name} has another length`);
    if (isComplete) throw damaged('something follows its manifest');
    if (!header) {
      header = readHeader(entry);
      sums.header = sha256(entry.bytes);
      yield { kind: 'header', header };
    } else if (entry.name === MANIFEST_ENTRY) {
      const manifest = parse(Manifest, entry);
      sums.compare(manifest);
      isComplete = true;
      yield { kind: 'manifest', manifest };
    } else if (entry.name === KEYS_ENTRY) {
      if (sums.keys !== null) throw damaged('its keys are there twice');
      sums.keys = sha256(entry.bytes);
      yield { kind: 'keys', sealed: entry.bytes };
    } else {
      yield* readData(path, entry, header, sums);
    }
  }
  if (!isComplete) throw damaged('its manifest is missing');
}

const COMPRESSED = /^(?:tables|lists)\//;

function readHeader(entry: ArchiveEntry): Header {
  if (entry.name !== HEADER_ENTRY) throw new BackupFault('This file is not a backup of Veld.');
  const format: unknown = Object(parseJson(entry)).format;
  if (typeof format === 'number' && format > FORMAT)
    throw new BackupFault(`The backup was made by a newer Veld (format ${format}), which this version cannot read. Update Veld.`);
  return parse(Header, entry);
}

function parseJson(entry: ArchiveEntry): unknown {
  try {
    return JSON.parse(entry.bytes.toString('utf8'));
  } catch {
    throw damaged(`${entry.name} cannot be read`);
  }
}

function parse<T>(schema: { safeParse(value: unknown): { success: true; data: T } | { success: false } }, entry: ArchiveEntry): T {
  const read = schema.safeParse(parseJson(entry));
  if (!read.success) throw damaged(`${entry.name} cannot be read`);
  return read.data;
}

async function* readData(path: string, entry: ArchiveEntry, header: Header, sums: Sums): AsyncGenerator<Part> {
  const [kind = '', owner = '', ...rest] = entry.name.split('/');
  if (kind === 'tables') {
    sums.expectName(entry, rowsEntry(owner, sums.pieceOf(`tables/${owner}`)));
    const bytes = await expandEntry(entry);
    const rows = countRows(bytes);
    sums.rowsOf(owner).add(bytes, rows);
    yield { kind: 'rows', table: owner, bytes, rows };
  } else if (kind === 'files' && header.files === 'inside') {
    const [key = ''] = rest.join('/').split(';');
    const isFirst = sums.addFilePiece(owner, key, entry);
    yield { kind: 'file', store: owner, key, bytes: entry.bytes, isFirst, isLast: entry.isLast };
  } else if (kind === 'lists' && header.files === 'beside') {
    sums.expectName(entry, listEntry(owner, sums.pieceOf(`lists/${owner}`)));
    for (const line of (await expandEntry(entry)).toString('utf8').trimEnd().split('\n')) {
      const file = parse(ListedFile, { ...entry, bytes: Buffer.from(line) });
      sums.filesOf(owner).add(file.key, file.size, file.sha256);
      for await (const piece of readKept(path, file)) yield { kind: 'file', store: owner, key: file.key, ...piece };
    }
  } else {
    throw damaged(`${entry.name} is none of its entries`);
  }
}

/** COPY ends each row with a line feed, and writes those in values as two other characters. */
function countRows(bytes: Buffer): number {
  let rows = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) rows += 1;
  return rows;
}

/** The sums of what was read, to compare with those of the manifest. */
class Sums {
  header = '';
  keys: string | null = null;
  readonly #rows = new Map<string, RowsDigest>();
  readonly #files = new Map<string, FilesDigest>();
  /** The file whose last piece has not come. */
  #open: { store: string; key: string; size: number; hash: Hash; pieces: number } | null = null;
  readonly #pieces = new Map<string, number>();

  /** Counts the pieces of something. */
  pieceOf(name: string): number {
    const piece = (this.#pieces.get(name) ?? 0) + 1;
    this.#pieces.set(name, piece);
    return piece;
  }

  expectName({ name }: ArchiveEntry, expected: string): void {
    if (name !== expected) throw damaged(`${expected} is missing before ${name}`);
  }

  rowsOf(table: string): RowsDigest {
    return ensure(this.#rows, table, () => new RowsDigest());
  }

  filesOf(store: string): FilesDigest {
    return ensure(this.#files, store, () => new FilesDigest());
  }

  /** Returns whether it is the first piece of its file. */
  addFilePiece(store: string, key: string, { bytes, isLast, name }: ArchiveEntry): boolean {
    const isFirst = this.#open === null;
    const file = (this.#open ??= { store, key, size: 0, hash: createHash('sha256'), pieces: 0 });
    file.pieces += 1;
    if (name !== fileEntry(file.store, file.key, file.pieces)) throw damaged(`a piece before ${name} is missing`);
    file.size += bytes.length;
    file.hash.update(bytes);
    if (isLast) {
      this.filesOf(store).add(key, file.size, file.hash.digest('hex'));
      this.#open = null;
    }
    return isFirst;
  }

  compare(manifest: Manifest): void {
    if (manifest.header !== this.header) throw damaged('its header is another one');
    if (manifest.keys !== this.keys) throw damaged('its keys are others, or missing');
    if (this.#open) throw damaged(`${this.#open.key} is not whole`);
    for (const { name, rows, bytes, sha256: digest } of [...manifest.tables, { name: JOBS, ...manifest.jobs }]) {
      const found = this.rowsOf(name).finish();
      if (found.rows !== rows || found.bytes !== bytes || found.sha256 !== digest)
        throw damaged(`the rows of ${name} are not those that were written`);
    }
    for (const store of manifest.stores) {
      const found = this.filesOf(store.name).finish(store.name);
      if (found.files !== store.files || found.bytes !== store.bytes || found.sha256 !== store.sha256)
        throw damaged(`the files of ${store.name} are not those that were written`);
    }
    const named = new Set([...manifest.tables.map(({ name }) => name), JOBS, ...manifest.stores.map(({ name }) => name)]);
    for (const name of [...this.#rows.keys(), ...this.#files.keys()])
      if (!named.has(name)) throw damaged(`its manifest does not name ${name}`);
  }
}

function ensure<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}
