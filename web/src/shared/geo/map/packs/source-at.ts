import { isBetweenLongitudes } from '@veld/geometry';
import type { KeptPack } from '../../../../local/tile-requests/kept-packs';

/** The base map of the latest offline map around a place; null for none, and for those of the built-in map. */
export function sourceAt(packs: readonly KeptPack[], { lng, lat }: { lng: number; lat: number }): string | null {
  const found = packs.find(
    ({ source_id, layers, box: { west, east, south, north } }) =>
      source_id !== null && layers.includes('base') && lat >= south && lat <= north && isBetweenLongitudes(lng, west, east),
  );
  return found?.source_id ?? null;
}

/** The offline maps with tiles of a base map, null for the built-in one. */
export function pickBasePacks(packs: readonly KeptPack[], sourceId: string | null): KeptPack[] {
  return packs.filter(({ source_id, layers }) => source_id === sourceId && layers.includes('base'));
}
