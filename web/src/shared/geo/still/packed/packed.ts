import type { MapColours } from '../../map/map-colours';
import type { Schema } from '../../map/sources/schemas';
import type { StillView } from '../projection';
import type { GroundTile } from '../tiles';

/** What is known of a view besides the built-in map: from the offline maps on this device, or from the server. */
export interface Packed {
  /** Tiles of the built-in map that the small archive of the app does not have. */
  builtIn: readonly GroundTile[];
  /** Whether they are all that the view needs. */
  isWhole: boolean;
  /** A map of the operator, over the built-in one. */
  over: PackedOver | null;
}

export interface PackedOver {
  paint: (context: CanvasRenderingContext2D, options: { view: StillView; ratio: number; colours: MapColours }) => void;
  /** Where the names are; null if they are in its pictures. */
  names: { tiles: readonly GroundTile[]; schema: Schema } | null;
  /** The credit. */
  credit: string;
}

/** Reads it for a view; null if there is nothing. */
export type ReadPacked = (view: StillView) => Promise<Packed | null>;
