// @vitest-environment happy-dom
import type { TaxonGroup } from '@veld/contract';
import { writeTile } from '@veld/geography';
import { archiveHead } from '@veld/geography/archive';
import { Compression, TileType } from 'pmtiles';
import { afterEach, expect, it } from 'vitest';
import type { KeptPack } from '../../../../local/tile-requests/kept-packs';
import type { PackFiles } from '../../../../local/tile-requests/pack-files';
import { storedPacks } from '../../../../local/tile-requests/stored-packs';
import { decode } from '../../still/decode';
import { readRecordsTile } from './pack-tiles';

const WORLD = { z: 0, x: 0, y: 0 };

/** Records and species by square. */
type Squares = Record<number, [records: number, species: number]>;
interface Stored {
  groups: TaxonGroup[] | null | undefined;
  /** By layer of the only tile. */
  squares: Record<string, Squares>;
}

/** An archive with a tile of the whole world. */
function archiveWith(layers: Stored['squares']): Buffer {
  const tile = Buffer.from(
    writeTile(
      Object.entries(layers).map(([name, squares]) => ({
        name,
        features: Object.entries(squares).map(([id, [records, species]]) => ({
          id: Number(id),
          at: [64 * Number(id), 0, 64 * Number(id) + 64, 64],
          properties: { records, species, level: 6 },
        })),
      })),
    ),
  );
  const facts = { metadata: {}, type: TileType.Mvt, compression: Compression.None, minZoom: 0, maxZoom: 0 };
  const head = archiveHead([{ tileId: 0, offset: 0, length: tile.length }], tile.length, { ...facts, bounds: [-180, -85, 180, 85] });
  return Buffer.concat([head, tile]);
}

/** Stores offline maps, the last begun first. */
function store(...packs: Stored[]): void {
  const archives = packs.map(({ squares }) => archiveWith(squares));
  const files = { read: async ({ id }: { id: string }) => new Blob([new Uint8Array(archives[Number(id)]!)]) } as unknown as PackFiles;
  storedPacks.setState({
    files,
    isKnown: true,
    packs: packs.map(({ groups }, at): KeptPack => ({
      id: String(at),
      name: '',
      box: { west: -180, south: -85, east: 179, north: 85 },
      min_zoom: 0,
      max_zoom: 9,
      layers: ['records'],
      record_groups: groups,
      source_id: null,
      files: [{ layer: 'records', bytes: archives[at]!.length, sha256: '', chunks: [''] }],
      state: 'stored',
      stored_bytes: 0,
      ready_at: null,
      at: 0,
    })),
  });
}

/** The squares that are drawn, each as "records/species", and of which groups they are. */
async function drawn(group: TaxonGroup | null) {
  const found = await readRecordsTile(WORLD, group);
  if (!found) return null;
  const { cells } = decode(found.tile);
  const squares = Array.from({ length: cells!.length }, (_, i) => cells!.feature(i));
  return {
    groups: found.groups,
    squares: Object.fromEntries(
      squares.map(({ id, properties: { records, species, level } }) => [id, `${String(records)}/${String(species)}/${String(level)}`]),
    ),
    edges: squares.map((square) => square.bbox()[0]),
  };
}

afterEach(() => storedPacks.setState({ packs: [], files: null, isKnown: false }));

const BIRDS: Squares = { 1: [5, 2], 2: [1, 1] };
const MOSSES: Squares = { 2: [3, 1], 4: [7, 1] };

it('draws everything from offline maps of everything, also where there are others', async () => {
  store({ groups: ['bird'], squares: { bird: BIRDS } }, { groups: undefined, squares: { cells: { 1: [9, 4] } } });
  expect(await drawn(null)).toEqual({ groups: null, squares: { 1: '9/4/6' }, edges: [64] });
  expect(await drawn('moss'), 'they cannot tell a group apart').toBeNull();
});

it('draws a group alone from each offline map that has it', async () => {
  store({ groups: ['bird', 'moss', 'fern'], squares: { bird: BIRDS, moss: MOSSES } });
  expect(await drawn('bird')).toEqual({ groups: ['bird'], squares: { 1: '5/2/6', 2: '1/1/6' }, edges: [64, 128] });
  expect(await drawn('moss')).toMatchObject({ squares: { 2: '3/1/6', 4: '7/1/6' } });
  expect([await drawn('fern'), await drawn('fish')]).toEqual([null, null]);
});

it('draws the groups that there are together, none of them twice, and says which they are', async () => {
  store(
    { groups: ['bird', 'fern'], squares: { bird: BIRDS } },
    { groups: ['bird', 'moss'], squares: { bird: { 2: [99, 9] }, moss: MOSSES } },
  );
  expect(await drawn(null)).toEqual({
    groups: ['bird', 'fern', 'moss'],
    squares: { 1: '5/2/6', 2: '4/2/6', 4: '7/1/6' },
    edges: [64, 128, 256],
  });
});

it('has a part of a larger tile for a close one, and nothing without an offline map of the group', async () => {
  store({ groups: ['bird'], squares: { bird: BIRDS } });
  const at = (z: number) => ({ z, x: 0, y: 2 ** (z - 1) });
  expect(await readRecordsTile(at(12), 'moss')).toBeNull();
  expect(await readRecordsTile({ ...at(12), x: 4095, y: 0 }, 'bird'), 'outside of it').toBeNull();
  for (const [z, max_zoom] of [
    [12, 9],
    [10, 14],
    [7, 6],
  ] as const) {
    storedPacks.setState(({ packs }) => ({ packs: packs.map((pack) => ({ ...pack, max_zoom })) }));
    for (const group of ['bird', null] as const) await expect(readRecordsTile(at(z), group)).rejects.toThrow('No tile');
    expect(await readRecordsTile(at(Math.min(max_zoom, 9)), 'bird')).toBeNull();
  }
});
