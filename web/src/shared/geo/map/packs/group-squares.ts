// Loaded when an offline map of chosen groups is drawn.
import type { VectorTileLayer } from '@mapbox/vector-tile';
import type { TaxonGroup } from '@veld/contract';
import { type Feature, type TileAddress, writeTile } from '@veld/geography';
import type { KeptPack } from '../../../../local/tile-requests/kept-packs';
import type { PackFiles } from '../../../../local/tile-requests/pack-files';
import { mayHave, readTile } from '../../../../local/tile-requests/read-tiles';
import { decode } from '../../still/decode';

export interface PackSquares {
  tile: ArrayBuffer;
  /** The groups that offline maps have there, of those that were asked for; null for all. */
  groups: readonly TaxonGroup[] | null;
}

type Square = Feature & { id: number; properties: { records: number; species: number; level: number } };

/**
 * A tile with the squares of one group, or of all that the offline maps have. Each group is of the first that has some of it there, so
 * that no record counts twice. Null where none has any.
 */
export async function readGroups(
  files: PackFiles,
  packs: readonly KeptPack[],
  at: TileAddress,
  group: TaxonGroup | null,
): Promise<PackSquares | null> {
  const covered = new Set<TaxonGroup>();
  const layers = new Map<TaxonGroup, VectorTileLayer>();
  for (const pack of packs) {
    if (!mayHave(pack, at)) continue;
    const groups = (pack.record_groups ?? []).filter((one) => group === null || one === group);
    for (const one of groups) covered.add(one);
    if (groups.every((one) => layers.has(one))) continue;
    const tile = await readTile(files, [pack], 'records', at);
    const found = tile ? decode(tile) : {};
    for (const one of groups) if (found[one] && !layers.has(one)) layers.set(one, found[one]);
  }
  if (layers.size === 0) return null;
  const tile = writeTile([{ name: 'cells', features: together([...layers.values()]) }]);
  return { tile: tile.slice().buffer, groups: [...covered] };
}

/** The squares of groups. No record and no species is in two groups. */
function together(layers: readonly VectorTileLayer[]): Square[] {
  const squares = new Map<number, Square>();
  for (const layer of layers)
    for (let i = 0; i < layer.length; i++) {
      const feature = layer.feature(i);
      const id = feature.id!;
      const [records, species, level] = ['records', 'species', 'level'].map((name) => Number(feature.properties[name])) as [
        number,
        number,
        number,
      ];
      const { properties } = squares.get(id) ?? { properties: { records: 0, species: 0 } };
      squares.set(id, {
        id,
        at: feature.bbox() as [number, number, number, number],
        properties: { records: properties.records + records, species: properties.species + species, level },
      });
    }
  return [...squares.values()];
}
