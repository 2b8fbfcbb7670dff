import type { EstablishmentMeans, ThreatStatus } from '@veld/contract';

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
