import { TAXONOMY_SCHEMA_VERSION, type TaxonomyUpdates } from '@veld/contract';
import { Dexie, type Table } from 'dexie';

export type TaxonomyType = 'global' | 'country';
export const TAXONOMY_TYPES: readonly TaxonomyType[] = ['global', 'country'];

type UpdateState = 'idle' | 'running' | 'finished' | 'cancelled';
export type CancelCause = 'language' | 'country' | 'server' | 'total_mismatch' | 'errors' | 'running_twice';

/**
 * The progress of an update, one record per taxonomy type. The first fields are those of decision 0021; those after the blank
 * line are needed to resume a run.
 */
export interface ProgressRecord {
  taxonomyType: TaxonomyType;
  /** The last stored page; 0 before the first. */
  page: number;
  /** Rows received so far, including skipped and deleted ones. */
  progress: number;
  /** As of page 1. */
  total: number;
  skippedCount: number;
  /** All languages, the main one first, the foreign ones last. */
  languages: string[];
  mainLanguage: string;
  isCountryUpdate: boolean;
  userCountryCode: string | null;
  /** Server time of the last full update. */
  lastUpdatedAt: string | null;
  /** From page 1 of this update. */
  newLastUpdatedAt: string | null;
  /** The version of the local schema when this update began. */
  databaseVersion: number;
  /** The page load that runs it. */
  processId: string;
  /** Last activity, in milliseconds. */
  timestamp: number;

  state: UpdateState;
  cause: CancelCause | null;
  /** The copy that is being built, or the changes that are being collected. */
  copy: string;
  /** For a delta: the cursor it continues from. */
  since: string | null;
  /** The server's taxonomy epoch when this update began. */
  epoch: string;
  /** The languages whose names are only searched; missing in records of earlier versions. */
  foreignLanguages?: string[];
  /** Rows in the copy being built. */
  rows: number;
  /** Merges received in this update. */
  merged: [from: number, into: number][];
}

/** The copy in use for each type. Replaced in one transaction when a new copy is complete. */
export interface CopyRecord {
  type: TaxonomyType;
  copy: string;
  /** Differs whenever the rows do. */
  revision: string;
  size: number;
  /** Rarity key of the next row; a delta appends. */
  next_rarity: number;
  /** All languages, the main one first, the foreign ones last. */
  languages: string[];
  main_language: string;
  /** The languages whose names are only searched; missing in copies of earlier versions. */
  foreign_languages?: string[];
  country_code: string | null;
  /** As of the last full update. */
  last_updated_at: string;
  skipped_count: number;
  /** Cursor of the next delta. */
  since: string;
  epoch: string;
  schema_version: number;
  block_format: number;
  merged: [from: number, into: number][];
  /** Number of segments. */
  segments: number;
  /** Hashes of displayed names that several taxa may share. */
  shared: Uint32Array;
  /** The name under which the delta is stored, or null. */
  changes: string | null;
  /** Tombstones: ids whose rows in the segments were changed or removed. */
  hidden: number[];
  /** Device time, for display only. */
  finished_at: number;
}

/** A chunk of a copy: rows (numbered by page), index, or segment head. See chunks.ts for the numbering. */
export interface ChunkRecord {
  copy: string;
  number: number;
  bytes: Uint8Array;
  /** Checksum of the bytes. */
  sum: number;
  /** Only in the first chunk of a page of a delta: ids removed from the copy. */
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
  /** The last check-updates response of each type, with its timestamp. */
  checks: Partial<Record<TaxonomyType, StoredCheck>>;
}

/** The taxonomy on the device. It holds no user data and can be rebuilt at any time. */
export class TaxonomyDatabase extends Dexie {
  declare readonly progress: Table<ProgressRecord, TaxonomyType>;
  declare readonly copies: Table<CopyRecord, TaxonomyType>;
  declare readonly blocks: Table<ChunkRecord, [string, number]>;
  declare readonly state: Table<TaxonomyState, 'taxonomy'>;

  constructor(name = 'veld-taxonomy') {
    super(name, { cache: 'disabled' });
    // Dexie multiplies by ten, so the IndexedDB version is 110. Schema version 11 is stored in the records.
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
