// @vitest-environment happy-dom
import type { TaxonGroup } from '@veld/contract';
import { archiveHead } from '@veld/geography/archive';
import { Compression, TileType } from 'pmtiles';
import { afterEach, expect, it } from 'vitest';
import type { KeptPack } from '../../../../local/tile-requests/kept-packs';
import type { PackFiles } from '../../../../local/tile-requests/pack-files';
import { storedPacks } from '../../../../local/tile-requests/stored-packs';
import { readRecordsTile } from './pack-tiles';

const WORLD = { z: 0, x: 0, y: 0 };

/** An archive with a text as its only tile. */
function archiveWith(text: string): Buffer {
  const tile = Buffer.from(text);
  const facts = { metadata: {}, type: TileType.Mvt, compression: Compression.None, minZoom: 0, maxZoom: 0 };
  const head = archiveHead([{ tileId: 0, offset: 0, length: tile.length }], tile.length, { ...facts, bounds: [-180, -85, 180, 85] });
  return Buffer.concat([head, tile]);
}

/** Stores offline maps of groups, the last begun first, each with its name as its only tile. */
function store(packs: Record<string, TaxonGroup[] | null | undefined>): void {
  const files = { read: async ({ id }: { id: string }) => new Blob([new Uint8Array(archiveWith(id))]) } as unknown as PackFiles;
  storedPacks.setState({
    files,
    isKnown: true,
    packs: Object.entries(packs).map(([id, record_groups]): KeptPack => ({
      id,
      name: id,
      box: { west: -180, south: -85, east: 180, north: 85 },
      min_zoom: 0,
      max_zoom: 9,
      layers: ['records'],
      record_groups,
      source_id: null,
      files: [{ layer: 'records', bytes: archiveWith(id).length, sha256: '', chunks: [''] }],
      state: 'stored',
      stored_bytes: 0,
      ready_at: null,
      at: 0,
    })),
  });
}

async function drawn(group: TaxonGroup | null): Promise<string | null> {
  const tile = await readRecordsTile(WORLD, group);
  return tile && Buffer.from(tile).toString();
}

afterEach(() => storedPacks.setState({ packs: [], files: null, isKnown: false }));

it('draws everything from offline maps of everything, and a group from those of it alone', async () => {
  store({ birds: ['bird'], both: ['bird', 'moss'], earlier: undefined, all: null });
  expect([await drawn(null), await drawn('bird'), await drawn('moss')]).toEqual(['earlier', 'birds', null]);
});

it('never passes off the squares of some groups as all that was found', async () => {
  store({ birds: ['bird'] });
  expect(await drawn(null)).toBeNull();
  const close = { z: 12, x: 0, y: 0 };
  expect(await readRecordsTile(close, null)).toBeNull();
  await expect(readRecordsTile(close, 'bird')).rejects.toThrow('No tile');
});
