import type { EmbedCell, EmbedRecord, EmbedSpecies, Language } from '@veld/contract';

/** Of the public records of a person, a project or a view. */
export interface Counts {
  /** Of the person, the project or the view, which may have none. */
  name: string;
  observations: number;
  species: number;
  /** There may be more. */
  isMinimum?: boolean;
}

export interface MapProps {
  counts: Counts & { cells: readonly EmbedCell[] };
  language: Language;
  /** Of the map, in pixels. */
  height: number;
}

export interface SpeciesProps {
  counts: Counts & { list: readonly EmbedSpecies[] };
  language: Language;
}

export interface ProjectProps {
  counts: Counts & { people: number; start_on: string; end_on: string; is_cancelled: boolean; records: readonly EmbedRecord[] };
  language: Language;
}

export interface RecordsProps {
  /** `taxon`: that of all records, if only one was asked for. */
  counts: Counts & { taxon: EmbedSpecies | null; records: readonly EmbedRecord[] };
  language: Language;
  isOfTaxon: boolean;
}
