import type { PlaceInWords } from '@veld/contract';
import type { CountryBounds } from '@veld/geography';

/** Degrees (WGS 84). */
export interface Point {
  latitude: number;
  longitude: number;
}

/** What the page asks the worker: the words for a point, or where a country is. */
export type PlacesQuestion = { point: Point } | { country: string };
export type PlacesAnswer = { words: PlaceInWords | null } | { bounds: CountryBounds | null };

export type PlacesRequest = PlacesQuestion & { id: number };
export interface PlacesReply {
  id: number;
  /** Null if the worker has failed, or the gazetteer could not be loaded. */
  answer: PlacesAnswer | null;
}
