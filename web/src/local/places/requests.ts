import type { DisputedAreas, PlaceInWords } from '@veld/contract';
import type { TileAddress } from '@veld/geography';
import type { Box } from '@veld/geometry';

/** Degrees (WGS 84). */
export interface Point {
  latitude: number;
  longitude: number;
}

/** A town or village found by its name. */
export interface FoundTown extends Point {
  name: string;
  /** The name by which it was found, if that is another one. */
  matched: string | null;
  country_code: string;
  /** About how far its houses reach from the middle. */
  radius_m: number;
}

/** A text to find towns by, and what the order of equally good names depends on. */
export interface TownSearch {
  text: string;
  language: string;
  country: string | null;
  /** Where the person is, or looks. */
  near: Point | null;
  limit: number;
  /** Names of the person's own places, among which the text is looked for too. */
  own: readonly string[];
}

export interface FoundPlaces {
  towns: FoundTown[];
  /** False as long as the gazetteer is not on the device. */
  hasTowns: boolean;
  /** Positions of the own names that fit, the best first. */
  own: number[];
}

/** What the page asks the worker: the words for a point, where a country is, the towns of a map tile, or those of a name. */
export type PlacesQuestion =
  | { point: Point; disputed: DisputedAreas['labels'] }
  | { country: string }
  | { tile: TileAddress }
  | { search: TownSearch };
export type PlacesAnswer = { words: PlaceInWords | null } | { bounds: Box | null } | { towns: Uint8Array } | { found: FoundPlaces };

export type PlacesRequest = PlacesQuestion & { id: number };
export interface PlacesReply {
  id: number;
  /** Null if the worker has failed, or the gazetteer could not be loaded. */
  answer: PlacesAnswer | null;
}
