import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import type { EstablishmentMeans, ThreatStatus } from '@veld/contract';

/** Number of rows per statement and in memory. */
const BATCH = 2_000;

/** Collects rows and writes them in batches. */
export class Stage<R extends object> {
  readonly #write: (rows: (R & { row_number: number })[]) => Promise<void>;
  #rows: (R & { row_number: number })[] = [];
  count = 0;

  constructor(write: (rows: (R & { row_number: number })[]) => Promise<void>) {
    this.#write = write;
  }

  async add(row: R): Promise<void> {
    this.count += 1;
    this.#rows.push({ ...row, row_number: this.count });
    if (this.#rows.length >= BATCH) await this.flush();
  }

  async flush(): Promise<void> {
    const rows = this.#rows;
    this.#rows = [];
    if (rows.length > 0) await this.#write(rows);
  }
}

const TAXA = sql`row_number integer, file text, line integer, source_id text, has_id boolean, scientific_name text, authority text, rank text,
  group_own text, group_strength smallint, family_own text, parent_source_id text, parent_name text, accepted_source_id text, accepted_name text, split_source_ids text[], final_source_id text,
  may_match boolean, rarity_class smallint, observation_count integer`;
const NAMES = sql`row_number integer, file text, line integer, source_id text, language text, name text, is_preferred boolean`;
const COUNTRIES = sql`row_number integer, file text, line integer, source_id text, country_code text, rarity_class smallint`;
const STATUSES = sql`row_number integer, file text, line integer, source_id text, country_code text, establishment_means text, is_invasive boolean,
  is_protected boolean, threat_status text, reference text`;

export interface Stages {
  taxa: Stage<StagedTaxon>;
  names: Stage<StagedName>;
  countries: Stage<StagedCountry>;
  statuses: Stage<StagedStatus>;
}

/** Writers for the staging tables of an import. */
export function openStages(db: Db, importId: string): Stages {
  const writer = (table: string, columns: RawBuilder<unknown>, names: string) => async (rows: readonly object[]) => {
    await sql`
      insert into ${sql.table(table)} (import_id, ${sql.raw(names)})
      select ${importId}::uuid, ${sql.raw(names)} from json_to_recordset(${JSON.stringify(rows)}::json) as staged (${columns})
    `.execute(db);
  };
  return {
    taxa: new Stage<StagedTaxon>(
      writer(
        'taxonomy_import_taxa',
        TAXA,
        'row_number, file, line, source_id, has_id, scientific_name, authority, rank, group_own, group_strength, family_own, parent_source_id, parent_name, accepted_source_id, accepted_name, split_source_ids, final_source_id, may_match, rarity_class, observation_count',
      ),
    ),
    names: new Stage<StagedName>(writer('taxonomy_import_names', NAMES, 'row_number, file, line, source_id, language, name, is_preferred')),
    countries: new Stage<StagedCountry>(
      writer('taxonomy_import_countries', COUNTRIES, 'row_number, file, line, source_id, country_code, rarity_class'),
    ),
    statuses: new Stage<StagedStatus>(
      writer(
        'taxonomy_import_statuses',
        STATUSES,
        'row_number, file, line, source_id, country_code, establishment_means, is_invasive, is_protected, threat_status, reference',
      ),
    ),
  };
}

/** The tables with the rows of a file. */
const ROWS = ['taxonomy_import_taxa', 'taxonomy_import_names', 'taxonomy_import_countries', 'taxonomy_import_statuses'] as const;
const STAGED = [...ROWS, 'taxonomy_import_changes'] as const;

/** Deletes the staged rows of an import. */
export async function clearStage(db: Db, importId: string): Promise<void> {
  for (const table of STAGED) {
    await db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = '10min'`.execute(tx);
      await tx.deleteFrom(table).where('import_id', '=', importId).execute();
    });
  }
}

/** Updates the planner's statistics for the rows just inserted. */
export async function analyzeStage(db: Db): Promise<void> {
  for (const table of ROWS) await sql`analyze ${sql.table(table)}`.execute(db);
}

/** A row of a staging table. `line` is its line in the file. */
interface StagedRow {
  file: string;
  line: number;
  source_id: string;
}

export interface StagedTaxon extends StagedRow {
  has_id: boolean;
  scientific_name: string;
  authority: string | null;
  rank: string;
  group_own: string | null;
  group_strength: number;
  family_own: string | null;
  parent_source_id: string | null;
  /** The parent by its name, if the file has it. */
  parent_name: string | null;
  /** The accepted taxon of a synonym. */
  accepted_source_id: string | null;
  /** The accepted taxon of a synonym by name, if the file has no id of it. */
  accepted_name: string | null;
  /** The taxa that this one was split into. */
  split_source_ids: string[] | null;
  /** The final accepted taxon: the taxon itself if it is accepted; otherwise set when all rows are staged. */
  final_source_id: string | null;
  /** Whether the name may match a taxon of another source. False for misapplied and partial synonyms. */
  may_match: boolean;
  rarity_class: number | null;
  observation_count: number | null;
}

export interface StagedName extends StagedRow {
  language: string;
  name: string;
  is_preferred: boolean;
}

export interface StagedStatus extends StagedRow {
  /** Null if it holds in all countries of the file. */
  country_code: string | null;
  establishment_means: EstablishmentMeans | null;
  is_invasive: boolean;
  is_protected: boolean;
  threat_status: ThreatStatus | null;
  reference: string | null;
}

export interface StagedCountry extends StagedRow {
  country_code: string;
  rarity_class: number | null;
}
