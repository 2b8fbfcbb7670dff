// Loaded with the first small map of a person who is logged in.
import { TileType } from 'pmtiles';
import { currentDatabase } from '../../../../local/app/veld';
import type { KeptPack } from '../../../../local/tile-requests/kept-packs';
import type { PackFiles } from '../../../../local/tile-requests/pack-files';
import { openArchive, readTile } from '../../../../local/tile-requests/read-tiles';
import { knownPacks } from '../../../../local/tile-requests/stored-packs';
import { pickBasePacks, sourceAt } from '../../map/packs/source-at';
import { findKind, type LandKind, type Schema, type SchemaPart, SCHEMAS, type WayKind } from '../../map/sources/schemas';
import { knownSources } from '../../map/sources/settings';
import { decode } from '../decode';
import { between, boxOfTile, eachTile, type Feature } from '../ground';
import { placeAt, type PlacedTile, type StillView, tilesIn } from '../projection';
import { type GroundTile, LAST_ZOOM, zoomOfTiles } from '../tiles';
import type { Packed, PackedOver, ReadPacked } from './packed';

const isLine = ({ type }: Feature) => type === 2;

const isArea = ({ type }: Feature) => type === 3;

const isOf =
  (property: string | undefined, values: readonly string[] | undefined) =>
  ({ properties }: Feature) =>
    !property || !values || values.includes(String(properties[property]));

const LAND: readonly LandKind[] = ['urban', 'farm', 'grass', 'sand', 'rock', 'wetland', 'heath', 'scrub', 'wood', 'ice'];

const isPart = ({ property, values }: SchemaPart) => isOf(property, values);

/** What the offline maps of the user contain of a view. */
export const readPacked: ReadPacked = async (view) => {
  const { packs, files } = await knownPacks(currentDatabase());
  if (!files || packs.length === 0) return null;
  const [builtIn, over] = await Promise.all([readBuiltIn(files, packs, view), readOver(files, packs, view)]);
  return { ...builtIn, over };
};

async function readBuiltIn(files: PackFiles, packs: readonly KeptPack[], view: StillView): Promise<Omit<Packed, 'over'>> {
  const z = zoomOfTiles(view, LAST_ZOOM.base);
  const ofBuiltIn = pickBasePacks(packs, null);
  if (z <= LAST_ZOOM.world || ofBuiltIn.length === 0) return { builtIn: [], isWhole: false };
  const tiles = await readAll(files, ofBuiltIn, tilesIn(view, z));
  const builtIn = tiles.flatMap(({ tile, data }): GroundTile[] => (data ? [{ ...tile, layers: decode(data) }] : []));
  return { builtIn, isWhole: builtIn.length === tiles.length };
}

/** The base map of the operator that has an offline map in the middle of the view, from the zoom on from which the large map has it. */
async function readOver(files: PackFiles, packs: readonly KeptPack[], view: StillView): Promise<PackedOver | null> {
  const id = sourceAt(packs, placeAt(view));
  if (id === null) return null;
  const ofSource = pickBasePacks(packs, id);
  const archives = ofSource.flatMap((pack) => openArchive(files, pack, 'base') ?? []);
  const headers = await Promise.all(archives.map((archive) => archive.getHeader()));
  const isVector = headers[0]!.tileType === TileType.Mvt;
  const zoom = Math.round(view.zoom);
  // Pictures of 256 pixels are half as large as vector tiles.
  const wanted = zoom + (isVector ? 0 : 1);
  if (zoom <= LAST_ZOOM.base || wanted < Math.min(...headers.map(({ minZoom }) => minZoom))) return null;
  const z = Math.min(wanted, Math.max(...headers.map(({ maxZoom }) => maxZoom)));
  const { attribution = '' } = (await archives[0]!.getMetadata()) as { attribution?: string };
  const found = (await readAll(files, ofSource, tilesIn(view, z))).flatMap(({ tile, data }) => (data ? [{ tile, data }] : []));
  if (found.length === 0) return null;
  if (isVector) {
    const setting = (await knownSources()).find((one) => one.id === id);
    const schema = SCHEMAS[setting && 'schema' in setting ? setting.schema : 'openmaptiles'];
    const tiles = found.map(({ tile, data }): GroundTile => ({ ...tile, layers: decode(data) }));
    return { paint: paintSchema(tiles, schema), names: { tiles, schema }, credit: attribution };
  }
  const pictures = await Promise.all(found.map(async ({ tile, data }) => ({ tile, image: await createImageBitmap(new Blob([data])) })));
  return { paint: paintPictures(pictures), names: null, credit: attribution };
}

function readAll(
  files: PackFiles,
  packs: readonly KeptPack[],
  tiles: readonly PlacedTile[],
): Promise<{ tile: PlacedTile; data: ArrayBuffer | null }[]> {
  return Promise.all(tiles.map(async (tile) => ({ tile, data: await readTile(files, packs, 'base', tile) })));
}

/** Paints pictures of a map where they are in the view. */
function paintPictures(pictures: readonly { tile: PlacedTile; image: CanvasImageSource }[]): PackedOver['paint'] {
  return (context, { ratio }) => {
    for (const { tile, image } of pictures) context.drawImage(image, ...boxOfTile(tile, ratio));
  };
}

/** Paints vector tiles as the large map has them (map/sources/vector-layers.ts), without their names. */
function paintSchema(tiles: readonly GroundTile[], schema: Schema): PackedOver['paint'] {
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
