import { listMySpeciesImages, listSavedPlaces, listSpeciesNotes, listWantedTaxa } from '@veld/contract';
import type { UserDatabase } from '../db/database';
import { applyServerList, readListState } from '../records/lists/shared-list';
import { speciesImageList, speciesNoteList, wantedList } from '../changes/species';
import type { Api } from '../net/api';
import { savedPlaceList } from '../changes/saved-places';

/** Fetches the lists that the person's devices share. */
export async function fetchSharedLists(database: UserDatabase, api: Api, token: string, now: number): Promise<void> {
  const places = await readListState(database, savedPlaceList);
  const { data: savedPlaces } = await api.call(listSavedPlaces, {}, { token });
  await applyServerList(database, savedPlaceList, savedPlaces, places, now);
  const wanted = await readListState(database, wantedList);
  const { data: taxa } = await api.call(listWantedTaxa, {}, { token });
  await applyServerList(database, wantedList, taxa, wanted, now);
  const notes = await readListState(database, speciesNoteList);
  const { data: written } = await api.call(listSpeciesNotes, {}, { token });
  await applyServerList(database, speciesNoteList, written, notes, now);
  const images = await readListState(database, speciesImageList);
  const chosen = Object.values(await api.call(listMySpeciesImages, { query: { chosen: '1' } }, { token }));
  const known = chosen.flatMap(({ taxon_id, photo_id }) => (photo_id ? [{ taxon_id, photo_id }] : []));
  await applyServerList(database, speciesImageList, known, images, now);
}
