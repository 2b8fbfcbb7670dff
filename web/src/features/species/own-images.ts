import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import { type ChosenImage, speciesImageList } from '../../local/changes/species';
import { currentDatabase } from '../../shared/session/session';
import type { LocalMedia, LocalObservation } from '../../shared/records/own';

/** The photos that the user chose for species, by taxon, as far as the records still have them. Undefined while loading. */
export function useChosenPhotos(records: readonly LocalObservation[] | undefined): ReadonlyMap<number, LocalMedia> | undefined {
  const database = currentDatabase();
  const chosen = useLiveQuery(() => speciesImageList.setting.read(database), [database]);
  return useMemo(() => records && chosen && chosenPhotos(records, chosen), [records, chosen]);
}

function chosenPhotos(records: readonly LocalObservation[], chosen: readonly ChosenImage[]): ReadonlyMap<number, LocalMedia> {
  const found = new Map<number, LocalMedia>();
  if (chosen.length === 0) return found;
  const taxa = Map.groupBy(chosen, ({ photo_id }) => photo_id);
  for (const { media } of records)
    for (const photo of media) for (const { taxon_id } of taxa.get(photo.id) ?? []) found.set(taxon_id, photo);
  return found;
}
