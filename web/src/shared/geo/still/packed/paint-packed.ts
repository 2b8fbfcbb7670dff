import type { Schema, SchemaPart } from '../../map/sources/schemas';
import { between, boxOfTile, eachTile, type Feature } from '../ground';
import type { PlacedTile } from '../projection';
import type { GroundTile } from '../tiles';
import type { PackedOver } from './packed';

/** Paints pictures of a map where they are in the view. */
export function paintPictures(pictures: readonly { tile: PlacedTile; image: CanvasImageSource }[]): PackedOver['paint'] {
  return (context, { ratio }) => {
    for (const { tile, image } of pictures) context.drawImage(image, ...boxOfTile(tile, ratio));
  };
}

const isLine = ({ type }: Feature) => type === 2;
const isArea = ({ type }: Feature) => type === 3;
const isOf =
  (property: string | undefined, values: readonly string[] | undefined) =>
  ({ properties }: Feature) =>
    !property || !values || values.includes(String(properties[property]));
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
    const { wood, water, waterway, road, roadClass, roads, building } = schema;
    const isWood = isPart(wood);
    const isWaterway = isPart(waterway);
    fill(wood.layer, colours.wood, (feature) => isArea(feature) && isWood(feature));
    fill(water, colours.sea, isArea);
    line(waterway.layer, colours.river, between(zoom, 8, 0.6, 16, 3), (feature) => isLine(feature) && isWaterway(feature));
    if (zoom >= 14) fill(building, colours.urban, isArea);
    if (zoom >= 13) line(road, colours.border, between(zoom, 13, 0.7, 18, 2.5), isOf(roadClass, roads.path));
    if (zoom >= 11) line(road, colours.state, between(zoom, 11, 0.6, 18, 10), isOf(roadClass, roads.minor));
    line(road, colours.road, between(zoom, 6, 0.6, 12, 2.2, 18, 16), isOf(roadClass, roads.major));
  };
}
