// Loaded with the first small map of a person who is logged in.
import { TileType } from 'pmtiles';
import { currentDatabase } from '../../../../local/app/veld';
import type { KeptPack } from '../../../../local/tile-requests/kept-packs';
import type { PackFiles } from '../../../../local/tile-requests/pack-files';
import { openArchive, readTile } from '../../../../local/tile-requests/read-tiles';
import { knownPacks } from '../../../../local/tile-requests/stored-packs';
import { pickBasePacks, sourceAt } from '../../map/packs/source-at';
import { SCHEMAS } from '../../map/sources/schemas';
import { knownSources } from '../../map/sources/settings';
import { decode } from '../decode';
import { boxOfTile } from '../ground';
import { placeAt, type PlacedTile, type StillView, tilesIn } from '../projection';
import { type GroundTile, LAST_ZOOM, zoomOfTiles } from '../tiles';
import type { Packed, PackedOver, ReadPacked } from './packed';
import { paintSchema } from './paint-schema';
import { readJoined } from './read-joined';

/** What the offline maps of the user contain of a view. Where they have no map of the operator, the one that the server has. */
export const readPacked: ReadPacked = async (view) => {
  const { packs, files } = await knownPacks(currentDatabase());
  const kept = files && packs.length > 0 ? { files, packs } : null;
  const [builtIn, ofDevice] = await Promise.all([
    kept ? readBuiltIn(kept.files, kept.packs, view) : { builtIn: [], isWhole: false },
    kept ? readOver(kept.files, kept.packs, view) : null,
  ]);
  const over = ofDevice ?? (await readJoined(view));
  return kept || over ? { ...builtIn, over } : null;
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
