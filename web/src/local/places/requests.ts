import type { DisputedAreas, PlaceInWords } from '@veld/contract';
import type { TileAddress } from '@veld/geography';
import type { Box } from '@veld/geometry';

/** Degrees (WGS 84). */
export interface Point {
  latitude: number;
  longitude: number;
}

/** What the page asks the worker: the words for a point, where a country is, or the towns of a map tile. */
export type PlacesQuestion = { point: Point; disputed: DisputedAreas['labels'] } | { country: string } | { tile: TileAddress };
export type PlacesAnswer = { words: PlaceInWords | null } | { bounds: Box | null } | { towns: Uint8Array };

export type PlacesRequest = PlacesQuestion & { id: number };
export interface PlacesReply {
  id: number;
  /** Null if the worker has failed, or the gazetteer could not be loaded. */
  answer: PlacesAnswer | null;
}
