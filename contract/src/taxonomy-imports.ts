import { z } from 'zod/mini';
import { route } from './route.ts';
import { CountryCode, Kingdom, NumberText, requiredText, TaxonGroup, Uuid } from './vocabulary.ts';

/** Size in bytes of one part of an upload. */
export const IMPORT_PART_BYTES = 8 * 1024 * 1024;
/** Limit in bytes of a file uploaded by an admin; the command line accepts larger files. */
export const MAX_IMPORT_BYTES = 2 * 1024 * 1024 * 1024;
/** Limit of listed errors and warnings per import. Identical ones count once. */
export const MAX_IMPORT_FAULTS = 300;
/** Limit of stored errors and warnings per import; the counts include all of them. */
export const MAX_STORED_IMPORT_FAULTS = 100_000;

/**
 * `receiving` the file, `waiting` in the queue, `reading`, `checking` and `applying`; then `checked` (a dry run without errors),
 * `done`, `failed` or `cancelled`. Only `done` has changed anything.
 */
export const TAXONOMY_IMPORT_STATES = [
  'receiving',
  'waiting',
  'reading',
  'checking',
  'applying',
  'checked',
  'done',
  'failed',
  'cancelled',
] as const;
export type TaxonomyImportState = (typeof TAXONOMY_IMPORT_STATES)[number];

/** Error and warning codes of a file, a line or a value. */
export const TAXONOMY_IMPORT_FAULTS = [
  // the file as a whole
  'unreadable',
  'unsupported_format',
  'not_text',
  'too_many_files',
  'too_large',
  'bomb',
  'unsafe_name',
  'file_twice',
  'encrypted',
  'damaged',
  'no_taxa',
  // the description of an archive
  'occurrences',
  'xml',
  'doctype',
  'no_core',
  'core_type',
  'no_location',
  'file_missing',
  'no_id_index',
  'index',
  'unknown_encoding',
  'delimiter',
  // text
  'encoding',
  'open_quote',
  'long_record',
  'column_beyond',
  'extra_columns',
  'header_twice',
  // values
  'missing_column',
  'id_missing',
  'id_twice',
  'name_missing',
  'text',
  'too_long',
  'accepted_missing',
  'accepted_circle',
  'parent_circle',
  'group',
  'rarity',
  'count',
  'language',
  'country',
  // the run
  'stalled',
  'interrupted',
  'database',
  'disk_full',
  'internal',
  // warnings
  'parent_missing',
  'taxon_missing',
  'metadata',
  'synonym_unplaced',
  'rank',
  'name_conflict',
  'rank_conflict',
  'language_missing',
] as const;
export type TaxonomyImportFaultCode = (typeof TAXONOMY_IMPORT_FAULTS)[number];

export const TaxonomyImportFault = z.object({
  is_warning: z.boolean(),
  code: z.enum(TAXONOMY_IMPORT_FAULTS),
  file: z.nullable(z.string()),
  /** Counted from 1; the first line of a record that spans several lines. */
  line: z.nullable(z.int()),
  /** Counted from 1. */
  column_number: z.nullable(z.int()),
  column_name: z.nullable(z.string()),
  /** The value in the file, shortened. */
  value: z.nullable(z.string()),
  /** On how many lines the same fault is; `line` is the first of them. */
  count: z.int(),
});
export type TaxonomyImportFault = z.infer<typeof TaxonomyImportFault>;

const Numbers = z.record(z.string(), z.int());

/** What an import changed, or what a dry run would change. */
export const TaxonomyImportResult = z.object({
  format: z.enum(['archive', 'darwin_core', 'coldp', 'veld']),
  /** The title of the data set, if the archive has one. */
  title: z.nullable(z.string()),
  /** Accepted taxa and synonyms in the file. */
  taxa: z.int(),
  synonyms: z.int(),
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  merged: z.int(),
  split: z.int(),
  deleted: z.int(),
  /** By language; `sci` counts synonyms. */
  names_added: Numbers,
  names_removed: Numbers,
  /** Names in languages that Veld does not support, by the language in the file. */
  names_left_out: Numbers,
  countries_added: z.partialRecord(CountryCode, z.int()),
  countries_removed: z.partialRecord(CountryCode, z.int()),
  /** Taxa whose status in a country was set or removed; absent from older imports. */
  statuses_set: z.optional(z.partialRecord(CountryCode, z.int())),
  statuses_removed: z.optional(z.partialRecord(CountryCode, z.int())),
  /** A few scientific names of each kind. */
  examples: z.object({
    added: z.array(z.string()),
    changed: z.array(z.string()),
    merged: z.array(z.string()),
    split: z.array(z.string()),
    deleted: z.array(z.string()),
  }),
  seconds: z.number(),
});
export type TaxonomyImportResult = z.infer<typeof TaxonomyImportResult>;

export const TaxonomyImport = z.object({
  id: Uuid,
  file_name: z.string(),
  byte_length: z.int(),
  received: z.int(),
  source: z.string(),
  is_complete: z.boolean(),
  is_dry_run: z.boolean(),
  /** The group and the kingdom of rows that do not say theirs. */
  default_group: z.nullable(TaxonGroup),
  default_kingdom: z.nullable(Kingdom),
  state: z.enum(TAXONOMY_IMPORT_STATES),
  rows_done: z.int(),
  bytes_done: z.int(),
  bytes_total: z.int(),
  error_count: z.int(),
  warning_count: z.int(),
  result: z.nullable(TaxonomyImportResult),
  /** The user who uploaded the file; null for the command line and for erased accounts. */
  user_name: z.nullable(z.string()),
  is_by_command: z.boolean(),
  /** Whether the file still exists and can be run. */
  has_file: z.boolean(),
  created_at: z.string(),
  started_at: z.nullable(z.string()),
  finished_at: z.nullable(z.string()),
});
export type TaxonomyImport = z.infer<typeof TaxonomyImport>;

/** The name of a source, the same in each of its imports. `starter` is reserved. */
export const TaxonomySource = z.string().check(
  z.minLength(1, { error: 'required' }),
  z.maxLength(60, { error: 'too_long' }),
  z.regex(/^[a-z0-9][a-z0-9._-]*$/, { error: 'source' }),
  z.refine((value) => value !== 'starter', { error: 'source' }),
);

const Params = z.object({ id: Uuid });
const One = z.object({ data: TaxonomyImport });

export const putTaxonomyImport = route({
  method: 'PUT',
  path: '/api/taxonomy/imports/:id',
  summary: 'Create an import before uploading its file; the id is made on the device, and repeating the request changes nothing',
  params: Params,
  body: z.strictObject({
    file_name: requiredText(300),
    byte_length: z.int().check(z.gte(1, { error: 'too_small' }), z.lte(MAX_IMPORT_BYTES, { error: 'too_big' })),
    source: TaxonomySource,
    is_complete: z.boolean(),
    default_group: z.optional(z.nullable(TaxonGroup)),
    default_kingdom: z.optional(z.nullable(Kingdom)),
  }),
  replies: { 200: One },
});

export const putTaxonomyImportPart = route({
  method: 'PUT',
  path: '/api/taxonomy/imports/:id/bytes',
  summary: 'Upload a part of the file; `received` in the response is the offset of the next part',
  params: Params,
  query: z.object({ offset: z.pipe(NumberText, z.int().check(z.gte(0))) }),
  body: z.any(),
  bodyType: 'application/octet-stream',
  replies: { 200: z.object({ data: z.object({ received: z.int() }) }) },
});

export const runTaxonomyImport = route({
  method: 'POST',
  path: '/api/taxonomy/imports/:id/run',
  summary: 'Import the file, or check in a dry run what the import would change',
  params: Params,
  body: z.strictObject({ is_dry_run: z.boolean() }),
  replies: { 200: One },
});

export const cancelTaxonomyImport = route({
  method: 'POST',
  path: '/api/taxonomy/imports/:id/cancel',
  summary: 'Cancel an import; it then changes nothing',
  params: Params,
  replies: { 200: One },
});

export const getTaxonomyImport = route({
  method: 'GET',
  path: '/api/taxonomy/imports/:id',
  summary: 'The progress, the result and the errors of an import',
  params: Params,
  replies: { 200: z.object({ data: z.extend(TaxonomyImport, { faults: z.array(TaxonomyImportFault) }) }) },
});

export const listTaxonomyImports = route({
  method: 'GET',
  path: '/api/taxonomy/imports',
  summary: 'The latest imports, newest first',
  replies: { 200: z.object({ data: z.array(TaxonomyImport) }) },
});

export const getTaxonomyImportFaults = route({
  method: 'GET',
  path: '/api/taxonomy/imports/:id/faults',
  summary:
    'All errors and warnings of an import as CSV, up to 100,000; those of earlier imports of the same source only as far as they are listed',
  params: Params,
  replies: { 200: z.string() },
  replyType: 'text/csv',
});
