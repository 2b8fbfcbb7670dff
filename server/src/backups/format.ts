import { z } from 'zod';

/*
 * The format of a backup (docs/backup.md): a tar that begins with `veld-backup.json` and ends with `manifest.json`. Between them are the
 * files of the data folder, the rows of each table as COPY writes them, and the sealed keys. Each is divided into entries of a few
 * megabytes, whose digest stands in a record of the tar's own kind (PAX), so that neither writing nor reading needs more memory than that.
 */

export const FORMAT = 1;
export const HEADER_ENTRY = 'veld-backup.json';
export const MANIFEST_ENTRY = 'manifest.json';
export const KEYS_ENTRY = 'keys.json';

/** Bytes of a piece before it is compressed. */
export const PIECE_BYTES = 4 << 20;

/** A backup that cannot be made, read or restored. The message is one sentence for the operator. */
export class BackupFault extends Error {}

export const Header = z.strictObject({
  format: z.int(),
  made_at: z.iso.datetime(),
  /** The version of Veld that made it. */
  version: z.string(),
  /** The newest migration of the database. */
  schema: z.strictObject({ number: z.int(), name: z.string() }),
  /** Whether the contents of files are in the tar, or beside it by their digest. */
  files: z.enum(['inside', 'beside']),
});
export type Header = z.output<typeof Header>;

const Digest = z.string().regex(/^[0-9a-f]{64}$/);

const RowsSummary = z.strictObject({ rows: z.int(), bytes: z.int(), sha256: Digest });

export const Manifest = z.strictObject({
  /** The digest of the header. */
  header: Digest,
  tables: z.array(z.strictObject({ name: z.string(), columns: z.array(z.string()), ...RowsSummary.shape })),
  sequences: z.array(z.strictObject({ name: z.string(), value: z.string(), is_called: z.boolean() })),
  /** The jobs that were waiting or running, and how each of their queues repeats them. */
  jobs: z.strictObject({
    ...RowsSummary.shape,
    queues: z.array(
      z.strictObject({
        name: z.string(),
        retryLimit: z.int(),
        retryDelay: z.int(),
        retryBackoff: z.boolean(),
        expireInSeconds: z.int(),
        deleteAfterSeconds: z.int(),
      }),
    ),
  }),
  stores: z.array(z.strictObject({ name: z.string(), files: z.int(), bytes: z.int(), sha256: Digest })),
  /** The digest of the sealed keys; null where the backup has none. */
  keys: z.nullable(Digest),
});
export type Manifest = z.output<typeof Manifest>;

/** What a PAX record says of an entry. Values are strings there. */
export const EntryPax = z.object({
  /** Of the bytes of the entry. */
  'VELD.sha256': Digest,
  /** Bytes of the piece as it was, before it was compressed. */
  'VELD.size': z.string().regex(/^\d{1,10}$/),
  /** `1` for the last piece of a file. */
  'VELD.last': z.optional(z.literal('1')),
});

/** A file of a backup whose contents are beside it. */
export const ListedFile = z.strictObject({ key: z.string(), size: z.int(), sha256: Digest, modified: z.number() });
export type ListedFile = z.output<typeof ListedFile>;

/** Where the jobs are among the entries, which have no table of their own: the library that runs them makes and changes its tables. */
export const JOBS = 'jobs.waiting';

export const rowsEntry = (table: string, piece: number): string => `tables/${table}/${String(piece).padStart(6, '0')}.gz`;
export const listEntry = (store: string, piece: number): string => `lists/${store}/${String(piece).padStart(6, '0')}.gz`;
/** Keys of files have no semicolon. */
export const fileEntry = (store: string, key: string, piece: number): string => `files/${store}/${key}${piece > 1 ? `;${piece}` : ''}`;
