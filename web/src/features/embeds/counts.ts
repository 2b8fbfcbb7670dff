import type { EmbedCell, Language } from '@veld/contract';

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
