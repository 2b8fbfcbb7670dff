import type { SavedPlace, SpeciesNote } from '@veld/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import type { UserDatabase } from '../db/database';
import { createApi } from '../net/api';
import { changeSavedPlaces, savedPlaceList, savedPlaces } from '../changes/saved-places';
import { countOnlyHere } from '../records/lists/shared-list';
import {
  type ChosenImage,
  chooseSpeciesImage,
  speciesImageList,
  saveSpeciesNote,
  speciesNote,
  speciesNoteList,
  setWanted,
  wantedList,
  wantedTaxonIds,
} from '../changes/species';
import { freshDatabase } from '../testing/people';
import { detectRestore } from './restore';
import { fetchSharedLists } from './shared-lists';

const place = (number: number, change: Partial<SavedPlace> = {}): SavedPlace => ({
  id: `00000000-0000-4000-8000-00000000000${number}`,
  name: `Place ${number}`,
  kind: 'patch',
  latitude: 52.1,
  longitude: 5.1,
  uncertainty_m: null,
  notes: '',
  ...change,
});
const [garden, marsh, hide] = [place(1), place(2), place(3)];

/** The answer of the server: an object by taxon, or an empty array for none. */
const imagesOf = (images: readonly ChosenImage[]) =>
  images.length === 0 ? [] : Object.fromEntries(images.map((one) => [one.taxon_id, { ...one, image_url: '/x', is_chosen: true }]));

describe('the lists that the devices of a person share', () => {
  let database: UserDatabase;
  let server: { places: SavedPlace[]; wanted: number[]; images: ChosenImage[]; notes: SpeciesNote[] };
  let duringRequest: () => Promise<void>;
  beforeEach(() => {
    database = freshDatabase();
    server = { places: [], wanted: [], images: [], notes: [] };
    duringRequest = async () => {};
  });

  const pull = async () => {
    const answered: typeof fetch = async (input) => {
      const { pathname } = new URL(String(input));
      if (pathname === '/api/my-species-images') return Response.json(imagesOf(server.images));
      if (pathname === '/api/settings/species-notes') return Response.json({ data: server.notes });
      const isPlaces = pathname === '/api/settings/locations';
      const answer = Response.json({ data: isPlaces ? server.places : server.wanted });
      if (isPlaces) await duringRequest();
      return answer;
    };
    const api = createApi({ baseUrl: 'https://veld.test', fetch: answered, token: () => null, language: () => 'en' });
    await fetchSharedLists(database, api, 'token', 0);
  };
  const save = (...places: SavedPlace[]) =>
    changeSavedPlaces(database, (before) => [...before.filter(({ id }) => places.every((one) => one.id !== id)), ...places]);
  const remove = (gone: SavedPlace) => changeSavedPlaces(database, (before) => before.filter(({ id }) => id !== gone.id));
  const unsent = async () =>
    (await database.outbox.orderBy('seq').toArray()).map(({ route, subject }) => `${route.split(' ')[0]} ${subject}`);
  /** The server accepts everything that waits. */
  const send = async () => {
    for (const { route, input } of await database.outbox.orderBy('seq').toArray()) {
      const { id, taxon_id } = input.params as { id: string; taxon_id: string };
      const isPut = route.startsWith('PUT');
      server.places = server.places.filter((one) => one.id !== id);
      server.wanted = server.wanted.filter((one) => String(one) !== taxon_id);
      if (id && isPut) server.places.push({ id, ...(input.body as Omit<SavedPlace, 'id'>) });
      if (taxon_id && isPut) server.wanted.unshift(Number(taxon_id));
    }
    await database.outbox.clear();
  };

  it('queue each change once, as it was last', async () => {
    await save(garden, marsh);
    await save({ ...garden, name: 'Home' });
    await remove(marsh);
    await setWanted(database, 7, true);
    await setWanted(database, 9, true);
    await setWanted(database, 7, false);
    expect((await unsent()).toSorted()).toEqual([
      'DELETE saved_place:00000000-0000-4000-8000-000000000002',
      'DELETE wanted:7',
      'PUT saved_place:00000000-0000-4000-8000-000000000001',
      'PUT wanted:9',
    ]);
    await send();
    expect(server).toEqual({ images: [], notes: [], places: [{ ...garden, name: 'Home' }], wanted: [9] });
  });

  it('take over what other devices added, changed and removed', async () => {
    await save(garden, marsh);
    await setWanted(database, 7, true);
    await send();
    server = { images: [], notes: [], places: [{ ...garden, name: 'Home' }, hide], wanted: [9, 8] };
    await pull();
    expect(await savedPlaces(database)).toEqual([{ ...garden, name: 'Home' }, hide]);
    expect(await wantedTaxonIds.read(database)).toEqual([9, 8]);
    expect(await unsent()).toEqual([]);
  });

  it('keep what this device has not sent yet', async () => {
    await save(garden, marsh);
    await send();
    await save({ ...garden, notes: 'unsent' }, hide);
    await remove(marsh);
    await setWanted(database, 7, true);
    server.places = [marsh];
    await pull();
    expect(await savedPlaces(database)).toEqual([{ ...garden, notes: 'unsent' }, hide]);
    expect(await wantedTaxonIds.read(database)).toEqual([7]);
    await send();
    await pull();
    expect(await savedPlaces(database)).toEqual([{ ...garden, notes: 'unsent' }, hide]);
  });

  it('queue what this version knows of a place, without fields that it does not have', async () => {
    await save({ ...garden, colour: 'water', geometry: null, icon: 'tree' } as SavedPlace);
    const [item] = await database.outbox.toArray();
    const { id: _id, ...fields } = garden;
    expect(item!.input.body).toEqual({ ...fields, colour: 'water', geometry: null });
    expect(await savedPlaces(database)).toEqual([{ ...garden, colour: 'water', geometry: null, icon: 'tree' }]);
  });

  it('keep a place whose shape is damaged, as its point', async () => {
    await database.settings.put({ key: 'saved_places', value: [{ ...garden, geometry: { type: 'Circle' }, habitat: 'moon' }] });
    expect(await savedPlaces(database)).toEqual([garden]);
  });

  it('from before they were shared are queued, and count as only on this device until they are sent', async () => {
    await database.settings.bulkPut([
      { key: 'saved_places', value: [garden] },
      { key: 'wanted_taxa', value: [9, 7] },
    ]);
    const counts = async () => [await countOnlyHere(database, savedPlaceList), await countOnlyHere(database, wantedList)];
    expect(await counts()).toEqual([1, 2]);
    server = { images: [], notes: [], places: [hide], wanted: [8] };
    await pull();
    expect(await counts()).toEqual([1, 2]);
    expect(await unsent()).toHaveLength(3);
    await send();
    expect(await counts()).toEqual([0, 0]);
    await pull();
    expect(await savedPlaces(database)).toEqual([garden, hide]);
    expect((await wantedTaxonIds.read(database)).toSorted()).toEqual([7, 8, 9]);
  });

  it('do not follow an answer from before a change on this device', async () => {
    await save(garden, marsh);
    await send();
    duringRequest = async () => {
      await remove(marsh);
      await send();
      server.places = [garden, marsh];
    };
    await pull();
    expect(await savedPlaces(database)).toEqual([garden]);
  });

  it('are queued again for a server that lost them', async () => {
    await detectRestore(database, 'before');
    await save(garden);
    await setWanted(database, 7, true);
    await send();
    await pull();
    server = { images: [], notes: [], places: [], wanted: [] };
    expect(await detectRestore(database, 'after')).toBe(true);
    await pull();
    expect(await savedPlaces(database)).toEqual([garden]);
    expect(await unsent()).toEqual(['PUT saved_place:00000000-0000-4000-8000-000000000001', 'PUT wanted:7']);
  });

  it('have the images that the person chose, and a choice that waits wins over the server’s', async () => {
    server.images = [
      { taxon_id: 1, photo_id: garden.id },
      { taxon_id: 2, photo_id: marsh.id },
    ];
    await chooseSpeciesImage(database, 2, hide.id);
    await pull();
    expect(await speciesImageList.setting.read(database)).toEqual([
      { taxon_id: 1, photo_id: garden.id },
      { taxon_id: 2, photo_id: hide.id },
    ]);
    expect(await unsent()).toEqual(['POST species_image:2']);
    await chooseSpeciesImage(database, 2, null);
    expect((await database.outbox.toArray()).map(({ input }) => input.body)).toEqual([{ taxon_id: 2, image_url: null }]);
    await database.outbox.clear();
    server.images = [];
    await pull();
    expect(await speciesImageList.setting.read(database)).toEqual([]);
  });

  it('have private notes on species, and what this device has not sent yet wins', async () => {
    await saveSpeciesNote(database, 7, '  sings at night\n');
    await saveSpeciesNote(database, 7, 'sings at night, in May');
    await saveSpeciesNote(database, 8, 'gone');
    await saveSpeciesNote(database, 8, ' ');
    const items = await database.outbox.orderBy('seq').toArray();
    expect(items.map(({ route, input }) => [route, input.params, input.body])).toEqual([
      ['PUT /api/settings/species-notes/:taxon_id', { taxon_id: '7' }, { text: 'sings at night, in May' }],
      ['DELETE /api/settings/species-notes/:taxon_id', { taxon_id: '8' }, undefined],
    ]);
    server.notes = [
      { taxon_id: 7, text: 'from the other device' },
      { taxon_id: 8, text: 'gone' },
      { taxon_id: 9, text: 'under bark' },
    ];
    await pull();
    expect([await speciesNote(database, 7), await speciesNote(database, 8), await speciesNote(database, 9)]).toEqual([
      'sings at night, in May',
      null,
      'under bark',
    ]);
    expect(await countOnlyHere(database, speciesNoteList)).toBe(1);
    await database.outbox.clear();
    await pull();
    expect(await speciesNote(database, 7)).toBe('from the other device');
    server.notes = [];
    await pull();
    expect(await speciesNoteList.setting.read(database)).toEqual([]);
    expect(await unsent()).toEqual([]);
  });
});
