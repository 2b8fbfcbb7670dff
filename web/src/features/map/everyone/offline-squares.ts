import { TAXON_GROUPS, type TaxonGroup } from '@veld/contract';
import type { TileAddress } from '@veld/geography';
import { useEffect, useEffectEvent } from 'react';
import { useStore } from 'zustand';
import { network } from '../../../local/app/veld';
import type { KeptPack } from '../../../local/tile-requests/kept-packs';
import { storedPacks } from '../../../local/tile-requests/stored-packs';
import type { MapBounds } from '../../../shared/geo/map/graticule';
import type { MapView } from '../../../shared/geo/map/map-view';
import { tilesOfExtent } from '../../../shared/geo/still/projection';
import { isAnyOffline, offlineTiles, tileKey, tileLoss } from './tiles';

type Tiles = ReturnType<typeof offlineTiles.getState>;

/** The groups of squares in view that are drawn from offline maps of chosen groups; null if there are none. */
export function useOfflineGroups(view: MapView | null, tileQuery: string): TaxonGroup[] | null {
  const drawn = useStore(offlineTiles, (tiles) => (view ? groupsIn(tiles, view, tileQuery).join(' ') : ''));
  return drawn === '' ? null : TAXON_GROUPS.filter((group) => drawn.split(' ').includes(group));
}

/** Whether squares in view are drawn from offline maps. */
export function useIsDrawnOffline(view: MapView | null, tileQuery: string): boolean {
  return useStore(offlineTiles, (tiles) => view !== null && packedIn(tiles, view, tileQuery).length > 0);
}

export function groupsIn(tiles: Tiles, view: Pick<MapView, 'zoom' | 'bounds'>, query: string): TaxonGroup[] {
  return [...new Set(packedIn(tiles, view, query).flat())];
}

/** The groups of each tile in view that comes from an offline map. Where a tile is missing, the map shows a part of the next larger one. */
export function packedIn(tiles: Tiles, { zoom, bounds }: Pick<MapView, 'zoom' | 'bounds'>, query: string): (readonly TaxonGroup[])[] {
  const known = (at: TileAddress): readonly TaxonGroup[] | null => {
    const groups = tiles[tileKey(query, at)];
    if (groups !== undefined || at.z === 0) return groups ?? null;
    return known({ z: at.z - 1, x: at.x >> 1, y: at.y >> 1 });
  };
  const isAny = Object.keys(tiles).length > 0;
  const inView = isAny ? tilesOfExtent(bounds, Math.max(0, Math.floor(zoom))) : [];
  return inView.flatMap((at) => [known(at)].filter((groups) => groups !== null));
}

/**
 * Why offline maps in view show nothing of a group: `without` if they do not have it, `together` if they have it only among all others.
 * Null if they have it, or there are none.
 */
export function findLack(packs: readonly KeptPack[], bounds: MapBounds, group: TaxonGroup): 'without' | 'together' | null {
  const here = packs.filter(({ layers, box }) => layers.includes('records') && isAcross(box, bounds));
  if (here.length === 0 || here.some(({ record_groups }) => record_groups?.includes(group))) return null;
  return here.some(({ record_groups }) => !record_groups) ? 'together' : 'without';
}

export function useLack(bounds: MapBounds, group: TaxonGroup | null): ReturnType<typeof findLack> {
  const packs = useStore(storedPacks, (state) => state.packs);
  return group && findLack(packs, bounds, group);
}

/** Loads the squares again when the connection is back, if some are missing or from offline maps. */
export function useReload(reload: () => void): void {
  const tryAgain = useEffectEvent(() => {
    if (tileLoss.getState().isLost || isAnyOffline()) reload();
  });
  useEffect(
    () =>
      network.store.subscribe(({ state }, before) => {
        if (state === 'online' && before.state !== 'online') tryAgain();
      }),
    [],
  );
}

/** Whether the box of an offline map, with west over east across the antimeridian, has a part in a view, which may go around the world. */
function isAcross(box: KeptPack['box'], view: MapBounds): boolean {
  if (box.south > view.north || box.north < view.south) return false;
  const east = box.west > box.east ? box.east + 360 : box.east;
  return [-360, 0, 360].some((turn) => box.west + turn <= view.east && east + turn >= view.west);
}
