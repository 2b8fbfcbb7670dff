/** A row of a table as it waits in the database. Lines are those of the file. */
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
  /** Of a synonym: the taxon it is a name of. */
  accepted_source_id: string | null;
  /** Of a taxon that became several. */
  split_source_ids: string[] | null;
  /** Where a name leads in the end: an accepted one to itself; of others it is found when all rows are there. */
  final_source_id: string | null;
  /** Whether this name may stand for a taxon of another source: not where it was only misapplied or in part. */
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
