import type { TaxonomyImportResult } from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';

export interface ApplyOptions {
  importId: string;
  source: string;
  isComplete: boolean;
  isDryRun: boolean;
  /** The sequence number for all changes. */
  seq: number;
  /** The title of the data set. */
  title: string | null;
  /** The kinds of data in the file. Other kinds stay unchanged. */
  has: { names: boolean; synonyms: boolean; countries: boolean; statuses: boolean; parents: boolean };
  /** Ids of rows that were left out: a complete list keeps their taxa. */
  leftOut: readonly string[];
  /** Throws if the import was cancelled. */
  onStep(): Promise<void>;
}

export type Applied = Omit<TaxonomyImportResult, 'format' | 'title' | 'names_left_out' | 'seconds'>;

/** Records the taxa that a statement changed, except new ones. `from` is a CTE with a column `taxon_id`. */
export function recordChanges(importId: string, kind: string, from: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into taxonomy_import_changes (import_id, taxon_id, kind)
    select distinct ${importId}::uuid, affected.taxon_id, ${kind} from ${from} affected
    where not exists (select 1 from taxonomy_import_taxa s where s.import_id = ${importId} and s.taxon_id = affected.taxon_id and s.is_new)
    on conflict do nothing`;
}
