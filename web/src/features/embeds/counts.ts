import type { EmbedCell, EmbedRecord, EmbedSpecies, Language } from '@veld/contract';

/** Of a person's public records. */
export interface Counts {
  name: string;
  observations: number;
  species: number;
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
