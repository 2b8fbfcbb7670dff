import type { TaxonomyImportResult } from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';

export interface ApplyAsk {
  importId: string;
  source: string;
  isComplete: boolean;
  isDryRun: boolean;
  /** The place in the sequence that what changes gets. */
  seq: number;
  /** What the file speaks of: of what it does not, nothing is taken back. */
  has: { names: boolean; synonyms: boolean; countries: boolean; parents: boolean };
  /** Throws where somebody has stopped the import. */
  onStep(): Promise<void>;
}

export type Applied = Omit<TaxonomyImportResult, 'format' | 'title' | 'names_left_out' | 'seconds'>;

/** Notes what a statement touched. */
export function noted(importId: string, kind: string, from: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`insert into taxonomy_import_changes (import_id, taxon_id, kind) select distinct ${importId}::uuid, taxon_id, ${kind} from ${from} on conflict do nothing`;
}
