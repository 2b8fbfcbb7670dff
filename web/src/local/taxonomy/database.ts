import { TAXONOMY_SCHEMA_VERSION, type TaxonomyUpdates } from '@veld/contract';
import { Dexie, type Table } from 'dexie';

export type TaxonomyType = 'global' | 'country';
export const TAXONOMY_TYPES: readonly TaxonomyType[] = ['global', 'country'];

type UpdateState = 'idle' | 'running' | 'finished' | 'cancelled';
export type CancelCause = 'language' | 'country' | 'server' | 'total_mismatch' | 'errors' | 'running_twice';

/**
 * Where an update stands, one record a taxonomy type. The names follow decision 0021; below the line
 * stands what a resumed run needs besides.
 */
export interface ProgressRecord {
  taxonomyType: TaxonomyType;
  /** The last page that is stored; 0 before the first. */
  page: number;
  /** Rows received so far, skipped and deleted ones included. */
  progress: number;
  /** Of page 1. */
  total: number;
  skippedCount: number;
  languages: string[];
  mainLanguage: string;
  isCountryUpdate: boolean;
  userCountryCode: string | null;
  /** Of the last full update, as the server said it. */
  lastUpdatedAt: string | null;
  /** Of page 1 of this update. */
  newLastUpdatedAt: string | null;
  /** The local schema under which this update was begun. */
  databaseVersion: number;
  /** The page load that runs it. */
  processId: string;
  /** Last activity, in milliseconds. */
  timestamp: number;

  state: UpdateState;
  cause: CancelCause | null;
  /** The copy that is being built, or the changes that are being collected. */
  copy: string;
  /** Only of a delta: the cursor it continues from. */
  since: string | null;
  /** The server's taxonomy epoch when this update was begun. */
  epoch: string;
  /** Rows in the copy being built. */
  rows: number;
  /** Ids that were merged into others, met in this update. */
  merged: [from: number, into: number][];
}

/** Which chunks are the copy that answers searches; replaced in one transaction when a new copy is whole. */
export interface CopyRecord {
  type: TaxonomyType;
  copy: string;
  /** Changes whenever the rows do. */
  revision: string;
  size: number;
  /** Key of the next row: a delta appends. */
  next_rarity: number;
  languages: string[];
  main_language: string;
  country_code: string | null;
  /** Of the last full update. */
  last_updated_at: string;
  skipped_count: number;
  /** Cursor of the next delta. */
  since: string;
  epoch: string;
  schema_version: number;
  block_format: number;
  merged: [from: number, into: number][];
  /** How many segments the index has. */
  segments: number;
  /** Hashes of displayed names that several taxa may bear. */
  shared: Uint32Array;
  /** Under which the rows lie that changed since the segments were built, or null. */
  changes: string | null;
  /** Ids whose rows in the segments do not count: they changed or left. */
  hidden: number[];
  /** Device time, for display only. */
  finished_at: number;
}

/**
 * A chunk of a copy: rows as they came (numbered by page), the index over them, or what a segment of the index begins with.
 * See chunks.ts for the numbers.
 */
export interface ChunkRecord {
  copy: string;
  number: number;
  bytes: Uint8Array;
  /** Tells whether the bytes are what was written. */
  sum: number;
  /** Only the first chunk of a page of changes: ids that leave the copy. */
  removed?: number[];
}

interface StoredCheck {
  timestamp: number;
  query: Record<string, string | number>;
  answer: TaxonomyUpdates;
}

/** The state of the taxonomy (decision 0021). */
export interface TaxonomyState {
  key: 'taxonomy';
  schema_version: number;
  /** Country of the country copy. */
  taxonomyCountry: string | null;
  /** Nameless taxa of the last full update of the global copy. */
  skippedCount: number;
  /** The last check-for-updates response of each type, with its timestamp. */
  checks: Partial<Record<TaxonomyType, StoredCheck>>;
}

/** The taxonomy on the device. It may be rebuilt at will; nothing of a user lies here. */
export class TaxonomyDatabase extends Dexie {
  declare readonly progress: Table<ProgressRecord, TaxonomyType>;
  declare readonly copies: Table<CopyRecord, TaxonomyType>;
  declare readonly blocks: Table<ChunkRecord, [string, number]>;
  declare readonly state: Table<TaxonomyState, 'taxonomy'>;

  constructor(name = 'veld-taxonomy') {
    super(name, { cache: 'disabled' });
    // Dexie multiplies by ten: the browser's own number is 110. The 11 that rules speak of is kept in the rows.
    this.version(TAXONOMY_SCHEMA_VERSION).stores({ progress: 'taxonomyType', copies: 'type', blocks: '[copy+number], copy', state: 'key' });
  }
}

export async function readState(db: TaxonomyDatabase): Promise<TaxonomyState> {
  return (
    (await db.state.get('taxonomy')) ?? {
      key: 'taxonomy',
      schema_version: TAXONOMY_SCHEMA_VERSION,
      taxonomyCountry: null,
      skippedCount: 0,
      checks: {},
    }
  );
}
