import { cellGaps, frequencyCellCentre, groupGaps, type PlaceInWords, type TaxonGroup } from '@veld/contract';
import { useEffect, useMemo, useState } from 'react';
import { wordsAt } from '../../local/places/words-at';
import { type FrequencyIndex, type Place, useLastPlace } from '../../shared/frequencies/data';
import { readGroup, type Taxon } from '../../shared/taxa/data';

const MAX_GROUPS = 3;
const MAX_PLACES = 3;

export interface GroupWithGap {
  group: TaxonGroup;
  records: number;
  expected: number;
}

export interface PlaceWithGap {
  at: Place;
  words: PlaceInWords;
  lists: number;
}

/**
 * Groups and places near a place that have few records, from the frequencies on this device. Without a place, around where the device
 * was last. `list`: the species of the country. Empty while loading, and where nothing is known.
 */
export function useGaps(
  frequencies: FrequencyIndex | null,
  given: Place | null | undefined,
  list: readonly Taxon[] | undefined,
): { groups: GroupWithGap[]; places: PlaceWithGap[] } {
  const last = useLastPlace();
  const place = given ?? last ?? null;
  const groups = useMemo(() => {
    if (!frequencies || !place || !list) return [];
    const groupById = new Map(list.map((taxon) => [taxon.id, readGroup(taxon)]));
    return groupGaps(frequencies.table, place, (id) => groupById.get(id)).slice(0, MAX_GROUPS) as GroupWithGap[];
  }, [frequencies, place, list]);
  return { groups, places: useEmptyPlaces(frequencies, place) };
}

/** The cells nearby with few lists, with the words of their centres; only those in the country. */
function useEmptyPlaces(frequencies: FrequencyIndex | null, place: Place | null): PlaceWithGap[] {
  const cells = useMemo(() => (frequencies && place ? cellGaps(frequencies.table, place) : []), [frequencies, place]);
  const [found, setFound] = useState<{ cells: typeof cells; places: PlaceWithGap[] } | null>(null);
  const country = frequencies?.table.country;
  useEffect(() => {
    let isCurrent = true;
    void Promise.all(
      cells.map(async ({ cell, lists }) => {
        const at = frequencyCellCentre(cell);
        const words = await wordsAt(at).catch(() => null);
        return words && words.country_code === country ? [{ at, words, lists }] : [];
      }),
    ).then((all) => isCurrent && setFound({ cells, places: all.flat().slice(0, MAX_PLACES) }));
    return () => {
      isCurrent = false;
    };
  }, [cells, country]);
  return found?.cells === cells ? found.places : [];
}
