import {
  listJourneyChanges,
  listMySpeciesImages,
  listObservationChanges,
  type OwnObservation,
  type Tombstone,
  type SavedPlace,
  type SpeciesNote,
} from '@veld/contract';
import { describe, expect, it, vi, beforeEach } from 'vitest';
import { changeSavedPlaces, savedPlaceList, savedPlaces } from '../changes/saved-places';
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
import type { UserDatabase } from '../db/database';
import { createApi } from '../net/api';
import { discardItem, listOutbox } from '../outbox/outbox';
import { countOnlyHere } from '../records/lists/shared-list';
import { ownObservation, ownObservations, saveObservation } from '../records/observations';
import { declare } from '../records/photos';
import { device } from '../testing/app';
import { observer, photo, freshDatabase } from '../testing/people';
import { type Answer, json, LOGIN_PAGE, problem } from '../testing/veld-server';
import { createPull, fetchSharedLists } from './pull';
import { hasFetched, readReceiving } from './pull-store';
import { detectRestore } from './restore';

type Change = OwnObservation | Tombstone;

function withChanges(
  pages: Record<string, { data: Change[]; next_cursor: string; has_more: boolean; epoch?: string; total?: number } | Answer>,
) {
  const anna = device();
  const cursors: (string | null)[] = [];
  const fetched: typeof fetch = (input) => {
    const { pathname, searchParams } = new URL(String(input));
    // An empty array means none, as the specification says.
    if (pathname === listMySpeciesImages.path) return Promise.resolve(Response.json([]));
    if (pathname === listJourneyChanges.path)
      return Promise.resolve(Response.json({ data: [], next_cursor: 'j', has_more: false, epoch: 'first' }));
    if (pathname !== listObservationChanges.path) return Promise.resolve(Response.json({ data: [] }));
    const cursor = searchParams.get('cursor');
    cursors.push(cursor);
    const page = pages[cursor ?? ''] ?? json({ data: [], next_cursor: cursor ?? 'start', has_more: false });
    const answer = 'status' in page ? page : json(page);
    return Promise.resolve(new Response(answer.body ?? null, { status: answer.status, headers: answer.headers ?? {} }));
  };
  const api = createApi({ baseUrl: 'https://veld.test', fetch: fetched, token: () => null, language: () => 'en' });
  const pull = createPull({ ...anna.parts, api });
  return { ...anna, api, pull, cursors, pages };
}

async function stored(anna: ReturnType<typeof device>, change: object = {}) {
  const id = await saveObservation(anna.database, { taxon_id: 17, notes: 'here', ...change }, [], { user: observer(anna.user) });
  await anna.sender.flush();
  return anna.server.records.get(id)!.own;
}

/** A record that the server has, without its photo. */
async function storedWithUnsentPhoto(anna: ReturnType<typeof device>) {
  const picture = await photo();
  anna.server.fault = (asked) => (asked.path.startsWith('/api/uploads') ? 'no-connection' : null);
  const draft = { taxon_id: 17, media: [declare(picture, 0)] };
  const id = await saveObservation(anna.database, draft, [picture], { user: observer(anna.user) });
  await anna.sender.flush();
  return { id, picture };
}

describe('the pull of own changes', () => {
  it('fetches page by page, and next time only what is new', async () => {
    const anna = withChanges({});
    const first = await stored(anna);
    anna.pages[''] = { data: [{ ...first, notes: 'edited there', version: 2 }], next_cursor: 'c1', has_more: true };
    const second = { ...first, id: 'b1d5a0aa-0000-4000-8000-000000000001' };
    anna.pages.c1 = { data: [second], next_cursor: 'c2', has_more: false };
    await anna.pull.run();
    expect(await ownObservation(anna.database, first.id)).toMatchObject({ notes: 'edited there', version: 2 });
    expect(await ownObservations(anna.database)).toHaveLength(2);
    await anna.pull.run();
    expect(anna.cursors).toEqual([null, 'c1', 'c2']);
    expect(anna.pull.store.getState()).toEqual({ state: 'idle', lastAt: anna.clock.now() });
  });

  it('a new device knows how much has arrived until everything has, also after a restart in between', async () => {
    const anna = withChanges({});
    const first = await stored(device());
    const nth = (n: number): Change => ({ ...first, id: `b1d5a0aa-0000-4000-8000-00000000000${n}` });
    anna.pages[''] = { data: [nth(1), nth(2)], next_cursor: 'c1', has_more: true, total: 5 };
    anna.pages.c1 = { data: [nth(3), nth(4)], next_cursor: 'c2', has_more: true };
    anna.pages.c2 = problem(503, 'unavailable');
    await anna.pull.run();
    expect(await readReceiving(anna.database)).toEqual({ received: 4, total: 5 });
    expect(await hasFetched(anna.database)).toBe(false);
    anna.pages.c2 = { data: [nth(5)], next_cursor: 'c3', has_more: false };
    await createPull({ ...anna.parts, api: anna.api }).run();
    expect(await readReceiving(anna.database)).toBeNull();
    expect(await hasFetched(anna.database)).toBe(true);
  });

  it('a device that fetches its records again has all to show', async () => {
    const anna = withChanges({});
    const own = await stored(anna);
    anna.pages[''] = { data: [own], next_cursor: 'c1', has_more: true, total: 2 };
    anna.pages.c1 = problem(503, 'unavailable');
    await anna.pull.run();
    expect(await readReceiving(anna.database)).toBeNull();
  });

  it('fetches everything again after a change of language', async () => {
    const anna = withChanges({});
    const own = await stored(anna);
    const taxon = { id: 17, scientific_name: 'Alcedo atthis', rank: 'species', group: 'bird', image_url: null } as const;
    const named = (name: string): Change => ({ ...own, taxon: { ...taxon, name } });
    const auth = anna.parts.auth;
    const speaking = (language: 'en' | 'nl') => {
      const { user, ...rest } = auth.state();
      return { ...auth, state: () => ({ ...rest, user: { ...user!, preferences: { ...user!.preferences, language } } }) };
    };
    const pullIn = (language: 'en' | 'nl') => createPull({ ...anna.parts, api: anna.api, auth: speaking(language) }).run();
    anna.pages[''] = { data: [named('Common kingfisher')], next_cursor: 'c1', has_more: false };
    await pullIn('en');
    await pullIn('en');
    expect(anna.cursors).toEqual([null, 'c1']);
    anna.pages[''] = problem(503, 'unavailable');
    await pullIn('nl');
    // The records are there, with the names in the other language.
    expect(await hasFetched(anna.database)).toBe(true);
    anna.pages[''] = { data: [named('IJsvogel')], next_cursor: 'c1', has_more: false };
    await pullIn('nl');
    expect(anna.cursors).toEqual([null, 'c1', null, null]);
    expect((await ownObservation(anna.database, own.id))?.taxon?.name).toBe('IJsvogel');
  });

  it('deletes nothing after an empty response', async () => {
    const anna = withChanges({});
    const own = await stored(anna);
    await anna.pull.run();
    expect(await ownObservation(anna.database, own.id)).toBeDefined();
  });

  it('never overwrites unsent changes; discarding them shows the newer version', async () => {
    const anna = withChanges({});
    const own = await stored(anna);
    await saveObservation(anna.database, { taxon_id: 17, notes: 'typed offline' }, [], { id: own.id, user: observer(anna.user) });
    anna.pages[''] = { data: [{ ...own, notes: 'edited there', version: 2 }], next_cursor: 'c1', has_more: false };
    await anna.pull.run();
    expect(await ownObservation(anna.database, own.id)).toMatchObject({ notes: 'typed offline', version: 1 });
    await discardItem(anna.database, (await listOutbox(anna.database))[0]!.id);
    expect(await ownObservation(anna.database, own.id)).toMatchObject({ notes: 'edited there', version: 2 });
  });

  it('deletes a stored record on a tombstone, and keeps unsent changes', async () => {
    const anna = withChanges({});
    const [gone, edited] = [await stored(anna), await stored(anna)];
    await saveObservation(anna.database, { taxon_id: 17, notes: 'typed offline' }, [], { id: edited.id, user: observer(anna.user) });
    const data: Change[] = [gone, edited].map(({ id }) => ({ id, version: 2, deleted: true as const }));
    anna.pages[''] = { data, next_cursor: 'c1', has_more: false };
    await anna.pull.run();
    expect((await ownObservations(anna.database)).map((row) => [row.id, row.notes])).toEqual([[edited.id, 'typed offline']]);
    expect(await listOutbox(anna.database)).toHaveLength(1);
  });

  it('on a tombstone keeps a record whose photo is unsent', async () => {
    const anna = withChanges({});
    const { id, picture } = await storedWithUnsentPhoto(anna);
    anna.pages[''] = { data: [{ id, version: 2, deleted: true }], next_cursor: 'c1', has_more: false };
    await anna.pull.run();
    expect(await ownObservation(anna.database, id)).toBeDefined();
    expect(await anna.database.photos.get(picture.id)).toBeDefined();
  });

  it('shows what another device changed while only a photo is unsent', async () => {
    const anna = withChanges({});
    const { id, picture } = await storedWithUnsentPhoto(anna);
    anna.pages[''] = { data: [anna.server.changeElsewhere(id, { notes: 'edited there' })], next_cursor: 'c1', has_more: false };
    await anna.pull.run();
    expect(await ownObservation(anna.database, id)).toMatchObject({ notes: 'edited there', version: 2 });
    anna.server.fault = () => null;
    await anna.sender.flushNow();
    expect(anna.server.photos.has(picture.id)).toBe(true);
  });

  it('deletes that record once its photo has been sent', async () => {
    const anna = withChanges({});
    const [first, second] = [await photo(300), await photo(400)];
    anna.server.fault = (asked) => (asked.path.startsWith('/api/uploads') ? 'no-connection' : null);
    const draft = { taxon_id: 17, media: [declare(first, 0), declare(second, 1)] };
    const id = await saveObservation(anna.database, draft, [first, second], { user: observer(anna.user) });
    await anna.sender.flush();
    anna.pages[''] = { data: [{ id, version: 2, deleted: true }], next_cursor: 'c1', has_more: false };
    await anna.pull.run();
    anna.server.fault = () => null;
    await anna.sender.flushNow();
    expect(anna.server.photos.size).toBe(2);
    expect(await listOutbox(anna.database)).toHaveLength(0);
    expect(await ownObservation(anna.database, id)).toBeUndefined();
    expect(await anna.database.photos.count()).toBe(0);
  });

  it('ignores a version older than the stored one', async () => {
    const anna = withChanges({});
    const own = await stored(anna);
    await anna.database.observations.update(own.id, { version: 5, notes: 'newest' });
    anna.pages[''] = { data: [own], next_cursor: 'c1', has_more: false };
    await anna.pull.run();
    expect(await ownObservation(anna.database, own.id)).toMatchObject({ version: 5, notes: 'newest' });
  });

  it('changes neither records nor cursor on a foreign page, reports a refused token, and restarts on an unknown cursor', async () => {
    const anna = withChanges({ '': LOGIN_PAGE });
    await anna.pull.run();
    expect(anna.pull.store.getState().state).toBe('failed');
    await anna.database.settings.put({ key: 'changes_cursor', value: 'c9' });
    anna.pages.c9 = problem(422, 'validation');
    await anna.pull.run();
    anna.pages[''] = LOGIN_PAGE;
    await anna.pull.run();
    await anna.database.settings.put({ key: 'changes_cursor', value: 'c8' });
    anna.pages.c8 = problem(410, 'gone');
    await anna.pull.run();
    anna.pages[''] = problem(401, 'not_logged_in');
    await anna.pull.run();
    expect(anna.cursors).toEqual([null, 'c9', null, 'c8', null]);
    expect(anna.droppedTokens).toEqual(['token-1']);
    await anna.pull.run();
    expect(anna.cursors).toHaveLength(5);
  });

  it.each(['names_language', 'changes_cursor'])('on a full disk says what was not stored, and fetches it again (%s)', async (key) => {
    const anna = withChanges({});
    const own = await stored(anna);
    anna.pages[''] = { data: [{ ...own, notes: 'edited there', version: 2 }], next_cursor: 'c1', has_more: false };
    const put = anna.database.settings.put.bind(anna.database.settings);
    const full = vi.spyOn(anna.database.settings, 'put').mockImplementation((row) => {
      if (row.key === key) throw new DOMException('full', 'QuotaExceededError');
      return put(row);
    });
    await expect(anna.pull.run()).rejects.toMatchObject({ name: 'StorageFull', unsaved: 'server_copy' });
    expect(anna.pull.store.getState().state).toBe('failed');
    expect(await ownObservation(anna.database, own.id)).toMatchObject({ version: 1 });
    full.mockRestore();
    await anna.pull.run();
    expect(await ownObservation(anna.database, own.id)).toMatchObject({ notes: 'edited there', version: 2 });
  });

  it('after a restore of the server sends again the photos whose bytes it lost, and no others', async () => {
    const anna = withChanges({});
    const [lost, kept] = [await photo(300), await photo(400)];
    const draft = { taxon_id: 17, media: [declare(lost, 0), declare(kept, 1)] };
    const id = await saveObservation(anna.database, draft, [lost, kept], { user: observer(anna.user) });
    await anna.sender.flush();
    const own = anna.server.records.get(id)!.own;
    const urls = { 128: '/128', 512: '/512', 1600: '/1600' };
    const facts = { caption: null, license: null, thumbhash: null };
    const media = [lost, kept].map((one, order) => ({ ...declare(one, order), ...facts, urls: one === kept ? urls : null }));
    await detectRestore(anna.database, 'before');
    anna.pages[''] = { data: [{ ...own, media }], next_cursor: 'c1', has_more: false, epoch: 'after' };
    await anna.pull.run();
    expect((await listOutbox(anna.database)).map(({ kind, subject }) => [kind, subject])).toEqual([['photo', lost.id]]);
    const uploads = anna.server.count('POST', '/api/uploads');
    await anna.sender.flushNow();
    expect(anna.server.count('POST', '/api/uploads')).toBe(uploads + 1);
    expect(await listOutbox(anna.database)).toEqual([]);
  });

  it('takes a page without an epoch for one of the same server', async () => {
    const anna = withChanges({});
    await anna.database.settings.put({ key: 'changes_cursor', value: 'c1' });
    const answers = [];
    for (const epoch of ['one', undefined, 'one', 'two']) answers.push(await detectRestore(anna.database, epoch));
    expect(answers).toEqual([false, false, false, true]);
  });

  it('does not apply a page twice that another tab has applied', async () => {
    const anna = withChanges({});
    const own = await stored(anna);
    anna.pages[''] = { data: [{ ...own, notes: 'once', version: 2 }], next_cursor: 'c1', has_more: false };
    const other = createPull({ ...anna.parts, api: anna.api });
    await Promise.all([anna.pull.run(), other.run()]);
    expect((await anna.database.settings.get('changes_cursor'))?.value).toBe('c1');
    expect(await ownObservation(anna.database, own.id)).toMatchObject({ notes: 'once' });
  });
});

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
      if (pathname === '/api/explore/views') return Response.json({ data: [] });
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
