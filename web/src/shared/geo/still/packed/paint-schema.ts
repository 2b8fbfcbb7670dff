import { findKind, type LandKind, type Schema, type SchemaPart, type WayKind } from '../../map/sources/schemas';
import { between, eachTile, type Feature } from '../ground';
import type { GroundTile } from '../tiles';
import type { PackedOver } from './packed';

const isLine = ({ type }: Feature) => type === 2;

const isArea = ({ type }: Feature) => type === 3;

const isOf =
  (property: string | undefined, values: readonly string[] | undefined) =>
  ({ properties }: Feature) =>
    !property || !values || values.includes(String(properties[property]));

const LAND: readonly LandKind[] = ['urban', 'farm', 'grass', 'sand', 'rock', 'wetland', 'heath', 'scrub', 'wood', 'ice'];

const isPart = ({ property, values }: SchemaPart) => isOf(property, values);

/** Paints vector tiles as the large map has them (map/sources/vector-layers.ts), without their names. */
export function paintSchema(tiles: readonly GroundTile[], schema: Schema): PackedOver['paint'] {
  return (context, { view: { zoom }, ratio, colours }) => {
    const fill = (layer: string, colour: string, isWanted: (feature: Feature) => boolean) =>
      eachTile(context, tiles, layer, ratio, isWanted, () => {
        context.fillStyle = colour;
        context.fill();
      });
    const line = (layer: string, colour: string, width: number, isWanted: (feature: Feature) => boolean) =>
      eachTile(context, tiles, layer, ratio, isWanted, () => {
        context.strokeStyle = colour;
        context.lineWidth = width;
        context.stroke();
      });
    for (const part of schema.land)
      for (const kind of LAND) fill(part.layer, colours[kind], (feature) => isArea(feature) && findKind(part, feature.properties) === kind);
    const { waterway } = schema;
    line(
      waterway.layer,
      colours.river,
      between(zoom, 8, 0.6, 16, 3),
      (feature) => isLine(feature) && findKind(waterway, feature.properties) !== null,
    );
    for (const part of schema.water) {
      const isWater = isPart(part);
      fill(part.layer, colours.sea, (feature) => isArea(feature) && isWater(feature));
    }
    if (zoom >= 14) fill(schema.building, colours.building, isArea);
    for (const ways of schema.way) {
      const isAny = (kinds: readonly WayKind[]) => (feature: Feature) => {
        const kind = isLine(feature) ? findKind(ways, feature.properties) : null;
        return kind !== null && kinds.includes(kind);
      };
      if (zoom >= 13) line(ways.layer, colours.path, between(zoom, 13, 0.7, 18, 2.5), isAny(['path', 'cycleway', 'steps']));
      if (zoom >= 12) line(ways.layer, colours.track, between(zoom, 12, 0.7, 18, 3), isAny(['track']));
      if (zoom >= 11) line(ways.layer, colours['road-edge'], between(zoom, 11, 0.6, 18, 10), isAny(['minor', 'service']));
      line(ways.layer, colours.road, between(zoom, 6, 0.6, 12, 2.2, 18, 16), isAny(['motorway', 'major', 'secondary']));
    }
  };
}
