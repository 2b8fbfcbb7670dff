import type { PlaceInWords } from '@veld/contract';

/** Degrees (WGS 84). */
export interface Point {
  latitude: number;
  longitude: number;
}

export interface WordsRequest {
  id: number;
  point: Point;
}

export interface WordsReply {
  id: number;
  /** Null if the gazetteer could not be loaded. */
  words: PlaceInWords | null;
}
