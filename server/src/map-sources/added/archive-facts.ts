import { open, stat } from 'node:fs/promises';
import { itemAt, MapBox, type TileSchema } from '@veld/contract';
import { latitudeAt } from '@veld/geometry';
import { Compression, type Entry, type Header, PMTiles, tileIdToZxy, TileType } from 'pmtiles';
import { z } from 'zod';
import { decompress, fileBytes } from '../archive.ts';
import { coverageBoxes } from './coverage.ts';
import { layerNames } from './layer-names.ts';
import { MapFault } from './map-fault.ts';
import { type Encoding, findEncoding, readSide } from './terrain.ts';

/** What an archive is, as far as drawing it needs to know. */
export interface ArchiveFacts {
  kind: 'vector' | 'raster' | 'terrain';
  schema: TileSchema | null;
  encoding: Encoding | null;
  /** Pixels of a side; vector tiles are drawn as large as those of 512. */
  tile_size: number;
  tiles: number;
  min_zoom: number;
  max_zoom: number;
  box: MapBox;
  coverage: MapBox[];
  attribution: string | null;
}

/** The layers by which a schema is recognised: all of them have to be there. */
const MARKS: readonly (readonly [schema: TileSchema, layers: readonly string[]])[] = [
  ['veld', ['land', 'way', 'waterway']],
  ['shortbread', ['streets', 'land']],
  ['protomaps', ['roads', 'earth']],
  ['protomaps', ['roads', 'landuse', 'places']],
  ['openmaptiles', ['transportation', 'landcover']],
  ['openmaptiles', ['transportation', 'water']],
];

/** A larger archive is one of the whole world or nearly so, and its box is exact enough. */
const MAX_WALKED = 2_000_000;
const HEADER_BYTES = 127;
const SAMPLES = 24;
const EXTENT = latitudeAt(0);

const Metadata = z.looseObject({
  vector_layers: z.array(z.looseObject({ id: z.string() })).optional(),
  attribution: z.string().optional(),
  encoding: z.string().optional(),
  'veld:coverage': z.array(MapBox).optional(),
});

/** Whether a file begins like a PMTiles archive of any version. */
export function isPmtilesHead(head: Buffer): boolean {
  return head.toString('latin1', 0, 7) === 'PMTiles' || head.toString('latin1', 0, 2) === 'PM';
}

/** Reads what a PMTiles archive is. Throws a `MapFault` if it is not whole, or nothing that we can draw. */
export async function readArchiveFacts(path: string, given: { encoding?: Encoding | undefined } = {}): Promise<ArchiveFacts> {
  await checkSections(path);
  const archive = new PMTiles(fileBytes(path), undefined, decompress);
  const header = await archive.getHeader().catch(damaged);
  const metadata = Metadata.safeParse(await archive.getMetadata().catch(damaged)).data ?? {};
  if (![header.tileCompression, header.internalCompression].every((one) => one === Compression.None || one === Compression.Gzip))
    throw new MapFault('unknown_tiles', 'Its tiles are compressed in a way that browsers do not know: make it with gzip.', {
      format: Compression[header.tileCompression],
    });
  const entries = await listEntries(archive, header).catch(damaged);
  if (entries.length === 0) throw new MapFault('empty', 'There is not one tile in it.');
  const samples = await readSamples(archive, entries).catch(damaged);
  const facts = {
    tiles: header.numAddressedTiles,
    min_zoom: header.minZoom,
    max_zoom: header.maxZoom,
    box: boxOf(header),
    attribution: metadata.attribution === undefined ? null : plain(metadata.attribution),
  };
  if (header.tileType === TileType.Mvt) {
    const layers = new Set([...(metadata.vector_layers ?? []).map(({ id }) => id), ...samples.flatMap((tile) => [...layerNames(tile)])]);
    return {
      ...facts,
      kind: 'vector',
      schema: schemaOf(layers),
      encoding: null,
      tile_size: 512,
      coverage: metadata['veld:coverage'] ?? coverageOf(entries, header),
    };
  }
  if (![TileType.Png, TileType.Jpeg, TileType.Webp, TileType.Avif].includes(header.tileType))
    throw new MapFault('unknown_tiles', 'Its tiles are neither vector tiles (MVT) nor pictures.', {
      format: TileType[header.tileType] ?? '?',
    });
  const encoding = given.encoding ?? (await findEncoding(samples, metadata.encoding));
  const coverage = coverageOf(entries, header);
  return { ...facts, kind: encoding ? 'terrain' : 'raster', schema: null, encoding, tile_size: await readSide(samples), coverage };
}

function schemaOf(layers: ReadonlySet<string>): TileSchema {
  const found = MARKS.find(([, marks]) => marks.every((mark) => layers.has(mark)));
  if (found) return found[0];
  const names = [...layers].toSorted().slice(0, 20).join(', ');
  throw new MapFault(
    'unknown_layers',
    `Its layers are none that Veld can draw (${names || 'none'}). It knows those of OpenMapTiles, Protomaps and Shortbread.`,
    { layers: names },
  );
}

/** The header says where each section is; an archive that was cut off ends before one does. */
async function checkSections(path: string): Promise<void> {
  const { size } = await stat(path);
  const file = await open(path);
  try {
    const { buffer: head } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    if (head.toString('latin1', 0, 7) !== 'PMTiles' || head[7] !== 3)
      throw new MapFault('old_version', 'It is a PMTiles archive of an old version. Convert it with "pmtiles convert".');
    const at = (offset: number) => Number(head.readBigUInt64LE(offset));
    for (const offset of [8, 24, 40, 56])
      if (size < HEADER_BYTES || at(offset) + at(offset + 8) > size)
        throw new MapFault('cut_off', 'The archive is not whole: its end is missing. Copy or download it again.');
  } finally {
    await file.close();
  }
}

function damaged(error: Error): never {
  if (error instanceof MapFault) throw error;
  throw new MapFault('cut_off', `The archive is damaged: ${error.message}.`, {});
}

/** All entries of all directories; only the first ones of an archive that is too large for that. */
async function listEntries(archive: PMTiles, header: Header): Promise<Entry[]> {
  const found: Entry[] = [];
  const walk = async (offset: number, length: number): Promise<void> => {
    const entries = await archive.cache.getDirectory(archive.source, offset, length, header);
    for (const entry of entries) {
      if (found.length > MAX_WALKED) return;
      if (entry.runLength === 0) await walk(header.leafDirectoryOffset + entry.offset, entry.length);
      else found.push(entry);
    }
  };
  await walk(header.rootDirectoryOffset, header.rootDirectoryLength);
  return found;
}

async function readSamples(archive: PMTiles, entries: readonly Entry[]): Promise<Uint8Array[]> {
  const step = Math.max(1, Math.floor(entries.length / SAMPLES));
  const tiles: Uint8Array[] = [];
  // The last tiles are the closest, which have most layers.
  for (let at = entries.length - 1; at >= 0 && tiles.length < SAMPLES; at -= step) {
    const tile = await archive.getZxy(...tileIdToZxy(itemAt(entries, at).tileId));
    if (tile) tiles.push(new Uint8Array(tile.data));
  }
  return tiles;
}

function coverageOf(entries: readonly Entry[], header: Header): MapBox[] {
  if (header.numAddressedTiles > MAX_WALKED) return [boxOf(header)];
  const tiles: [number, number][] = [];
  for (const { tileId, runLength } of entries)
    for (let id = tileId; id < tileId + runLength; id++) {
      const [zoom, x, y] = tileIdToZxy(id);
      if (zoom === header.maxZoom) tiles.push([x, y]);
    }
  return coverageBoxes(tiles, header.maxZoom);
}

function boxOf({ minLon, minLat, maxLon, maxLat }: Header): MapBox {
  const isGiven = minLon < maxLon && minLat < maxLat;
  return isGiven ? { west: minLon, south: minLat, east: maxLon, north: maxLat } : { west: -180, south: -EXTENT, east: 180, north: EXTENT };
}

/** Credits in archives are often HTML. */
function plain(html: string): string | null {
  const entities: Readonly<Record<string, string>> = {
    '&copy;': '©',
    '&amp;': '&',
    '&quot;': '"',
    '&#169;': '©',
    '&lt;': '<',
    '&gt;': '>',
  };
  const text = html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&[a-z#0-9]+;/g, (entity) => entities[entity] ?? ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text === '' ? null : text.slice(0, 300);
}
