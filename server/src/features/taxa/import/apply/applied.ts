import type { TaxonomyImportResult } from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';

export interface ApplyAsk {
  importId: string;
  source: string;
  isComplete: boolean;
  isDryRun: boolean;
  /** The position in the sequence for everything that changes. */
  seq: number;
  /** What the file contains at all. Whatever it does not contain stays unchanged. */
  has: { names: boolean; synonyms: boolean; countries: boolean; parents: boolean };
  /** Throws when somebody has cancelled the import. */
  onStep(): Promise<void>;
}

export type Applied = Omit<TaxonomyImportResult, 'format' | 'title' | 'names_left_out' | 'seconds'>;

/** Counts what a statement changed; new taxa are reported as a whole. */
export function noted(importId: string, kind: string, from: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into taxonomy_import_changes (import_id, taxon_id, kind)
    select distinct ${importId}::uuid, touched.taxon_id, ${kind} from ${from} touched
    where not exists (select 1 from taxonomy_import_taxa s where s.import_id = ${importId} and s.taxon_id = touched.taxon_id and s.is_new)
    on conflict do nothing`;
}
