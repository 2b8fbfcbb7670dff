/** A staged row of a table. Lines are those of the file. */
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
  /** The accepted taxon of a synonym. */
  accepted_source_id: string | null;
  /** The taxa that one was split into. */
  split_source_ids: string[] | null;
  /** The final accepted taxon: an accepted one itself; for others it is computed when all rows are staged. */
  final_source_id: string | null;
  /** Whether this name may match a taxon of another source: not where it was misapplied or applies in part. */
  may_match: boolean;
  rarity_class: number | null;
  observation_count: number | null;
}

export interface StagedName extends StagedRow {
  language: string;
  name: string;
  is_preferred: boolean;
}

export interface StagedCountry extends StagedRow {
  country_code: string;
  rarity_class: number | null;
}
