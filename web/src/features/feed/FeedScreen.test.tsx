// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  type FeedEvent,
  getFeed,
  getObservation,
  type ListedObservation,
  listRelations,
  listSuggestedPeople,
  recordValues,
  type User,
} from '@veld/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../shared/session/queries';
import { openUserDatabase } from '../../local/db/database';
import { newId } from '../../local/db/ids';
import { lastPlace } from '../../local/device/last-place';
import { setRelation } from '../../local/changes/relations';
import { changeSavedPlaces } from '../../local/changes/saved-places';
import { bram, freshPerson, observer } from '../../local/testing/people';
import { json, VeldServer } from '../../local/testing/veld-server';
import { CHANGES_CURSOR } from '../../local/pull/pull-store';
import { renderAs, signIn } from '../../testing/render-as';
import { addedNotices } from '../../ui/notices/added-notices';
import { localObservation } from '../species/testing/rows';
import FeedScreen from './FeedScreen';

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Bram's record of that number, as the feed shows it to anna. */
function record(number: number, country = 'NL'): ListedObservation {
  return {
    id: idOf(number),
    user: observer(bram),
    taxon: null,
    quality: 'needs_id',
    is_obscured: false,
    media: [],
    place: { town: { name: 'Utrecht', names: {}, country_code: 'NL' }, distance_km: 4, direction: 'NE', country_code: 'NL', sea: null },
    country_code: country,
    ...recordValues({
      verbatim_name: `moth ${number}`,
      observed_on: '2026-05-01',
      latitude: 52.1,
      longitude: 5.1,
      coordinate_uncertainty_m: 10,
    }),
    created_at: null,
    photo_count: 0,
  };
}

let anna: User;
/** The records in the server's feed, newest first. */
let world: ListedObservation[];
/** What happened besides, as the server places it. */
let events: FeedEvent[];
let isDown: boolean;
let asked: URL[];

/** A page of the feed; the cursor is the number of the last record sent. */
function page(url: URL) {
  asked.push(url);
  const country = url.searchParams.get('country');
  const cursor = url.searchParams.get('cursor');
  const all = world.filter(
    (one) => (country === 'worldwide' || one.country_code === country) && (cursor === null || one.id < idOf(Number(cursor))),
  );
  const limit = Number(url.searchParams.get('limit'));
  const data = all.slice(0, limit);
  return json({ data, events, next_cursor: all.length > limit ? String(Number(data.at(-1)!.id.slice(-12))) : null });
}

function renderScreen(at = '/feed') {
  const server = new VeldServer(anna).answer(getFeed, page);
  server.fault = () => (isDown ? 'no-connection' : null);
  return renderAs(anna, <FeedScreen />, { at, server });
}

const shownNumbers = () => screen.queryAllByText(/^moth \d+$/).map((name) => Number(name.textContent?.slice(5)));
const records = (count: number, country?: string) => Array.from({ length: count }, (_, index) => record(count - index, country));
/** The query for new records, which the screen repeats every minute. */
const pollForNew = () => act(() => queryClient.refetchQueries({ queryKey: ['feed-top'] }));

const placeIn = (name: string) => ({
  town: { name, names: {}, country_code: 'NL' },
  distance_km: 0,
  direction: null,
  country_code: 'NL',
  sea: null,
});

describe('the feed', () => {
  beforeEach(() => {
    anna = freshPerson('anna');
    world = records(3);
    events = [];
    isDown = false;
    asked = [];
  });

  it('shows the latest records first, from the whole world', async () => {
    await renderScreen();
    await waitFor(() => expect(shownNumbers()).toEqual([3, 2, 1]));
    expect(asked[0]!.searchParams.get('country')).toBe('worldwide');
    expect(screen.queryByRole('button', { name: /new record/i })).toBeNull();
  });

  it('does not move what anna reads, and shows new records on request', async () => {
    await renderScreen();
    await waitFor(() => expect(shownNumbers()).toEqual([3, 2, 1]));
    world = [record(5), record(4), ...world];
    await pollForNew();
    expect(shownNumbers()).toEqual([3, 2, 1]);
    fireEvent.click(await screen.findByRole('button', { name: '2 new records' }));
    await waitFor(() => expect(shownNumbers()).toEqual([5, 4, 3, 2, 1]));
    expect(screen.queryByRole('button', { name: /new record/i })).toBeNull();
  });

  it('has the report of a record of somebody else in the menu of its card, also without a connection', async () => {
    world = [{ ...record(2), user: observer(anna) }, record(1)];
    await renderScreen();
    await waitFor(() => expect(shownNumbers()).toEqual([2, 1]));
    const menus = await screen.findAllByRole('button', { name: 'More' });
    expect(menus).toHaveLength(1);
    isDown = true;
    fireEvent.click(menus[0]!);
    fireEvent.click(await screen.findByRole('button', { name: 'Report this record' }));
    fireEvent.click(await screen.findByRole('radio', { name: 'Spam' }));
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(async () => {
      const items = await openUserDatabase(anna.id).outbox.toArray();
      expect(items.map(({ input }) => input.body)[0]).toMatchObject({ subject_kind: 'observation', subject_id: idOf(1), reason: 'spam' });
    });
  });

  it('shows the records of a walk as one card, which opens to all of them', async () => {
    const walk = Array.from({ length: 7 }, (_, index) => ({
      ...record(20 - index),
      created_at: new Date(Date.UTC(2026, 4, 1, 12, 30 - index)).toISOString(),
      place: placeIn(['Utrecht', 'Zeist', 'Utrecht', 'Doorn'][index % 4]!),
    }));
    world = [record(21), ...walk, record(1)];
    await renderScreen();
    await screen.findByText('7 records');
    expect(screen.getByText(/Utrecht, Netherlands · and 2 other places/)).toBeDefined();
    const names = () => screen.getAllByRole('link', { name: /^moth/ }).map((link) => link.getAttribute('href'));
    const addresses = (...numbers: number[]) => numbers.map((number) => `/observations/${idOf(number)}`);
    expect(names()).toEqual(addresses(21, 20, 19, 18, 17, 16, 1));
    expect(screen.getAllByRole('article')).toHaveLength(3);
    fireEvent.click(screen.getByRole('button', { name: 'Show all 7 records' }));
    expect(names()).toEqual(addresses(21, 20, 19, 18, 17, 16, 15, 14, 1));
    fireEvent.click(screen.getByRole('button', { name: 'Show fewer' }));
    expect(names()).toHaveLength(7);
  });

  it('has the row of actions of each record of a walk one tap away, also without a connection', async () => {
    const taxon = { id: 4, name: 'Great tit', scientific_name: 'Parus major', rank: 'species', group: 'bird' as const, image_url: null };
    const walk = Array.from({ length: 4 }, (_, index) => ({
      ...record(20 - index),
      ...(index === 1 ? { taxon, taxon_id: 4, verbatim_name: null } : {}),
      created_at: new Date(Date.UTC(2026, 4, 1, 12, 30 - index)).toISOString(),
    }));
    world = walk;
    await renderScreen();
    const row = (name: string) => screen.queryByRole('group', { name: `Actions: ${name}` });
    const toggle = (name: string) => screen.getByRole('button', { name: `Actions: ${name}` });
    await screen.findByText(/^4 records/);
    expect(row('Great tit')).toBeNull();
    isDown = true;
    fireEvent.click(toggle('Great tit'));
    const actions = within(await screen.findByRole('group', { name: 'Actions: Great tit' }));
    expect(actions.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      `/observations/${idOf(19)}#identifications`,
      `/observations/${idOf(19)}#comments`,
    ]);
    for (const name of ['React', 'Share', 'More']) expect(actions.getByRole('button', { name })).toBeDefined();
    fireEvent.click(actions.getByRole('button', { name: 'Agree' }));
    expect(await actions.findByRole('button', { name: 'You agree' })).toBeDefined();
    const items = await openUserDatabase(anna.id).outbox.toArray();
    expect(items.map(({ input }) => [input.params?.id, input.body])).toEqual([[idOf(19), { taxon_id: 4, disagrees: false, comment: '' }]]);
    fireEvent.click(toggle('moth 20'));
    expect(await screen.findByRole('group', { name: 'Actions: moth 20' })).toBeDefined();
    expect([row('Great tit'), toggle('Great tit').getAttribute('aria-expanded')]).toEqual([null, 'false']);
    fireEvent.click(toggle('moth 20'));
    expect(row('moth 20')).toBeNull();
  });

  it('shows what happened to followed people between their records', async () => {
    const at = '2026-05-02T00:00:00.000Z';
    const user = observer(bram);
    const none = { record: null, taxon: null, badges: [], project: null, at };
    const taxon = { id: 4, name: 'Great tit', scientific_name: 'Parus major', rank: 'species', group: 'bird' as const, image_url: null };
    const confirmed = { ...record(3), taxon, taxon_id: 4, verbatim_name: null, quality: 'confirmed' as const };
    events = [
      { ...none, id: idOf(90), kind: 'quality', place: 0, user, record: confirmed },
      { ...none, id: idOf(91), kind: 'badges', place: 1, user, badges: ['species_10', 'species_100'] },
      { ...none, id: idOf(92), kind: 'joined', place: 1, user, project: { id: idOf(80), name: 'Moth night' } },
      { ...none, id: idOf(93), kind: 'ended', place: 3, user: null, project: { id: idOf(81), name: 'Bat walk' } },
    ];
    await renderScreen();
    await screen.findByText('earned badges: 10 species and 100 species');
    const texts = screen.getAllByRole('article').map((card) => card.textContent);
    expect(texts.map((text) => /moth \d|Confirmed by others: Great tit|10 species|Moth night|Bat walk/.exec(text ?? '')?.[0])).toEqual([
      'Confirmed by others: Great tit',
      'moth 3',
      '10 species',
      'Moth night',
      'moth 2',
      'moth 1',
      'Bat walk',
    ]);
    expect(screen.getByRole('link', { name: 'Moth night' }).getAttribute('href')).toBe(`/projects/${idOf(80)}`);
  });

  it('has one choice of place: the tabs, with a list of places in that of the country', async () => {
    anna = freshPerson('anna', { country_code: 'NL' });
    await renderScreen('/feed?country=worldwide');
    await waitFor(() => expect(shownNumbers()).toEqual([3, 2, 1]));
    expect(screen.queryByRole('combobox')).toBeNull();
    fireEvent.click(screen.getByRole('radio', { name: 'Netherlands' }));
    fireEvent.change(await screen.findByRole('combobox'), { target: { value: 'BE' } });
    expect(await screen.findByRole('radio', { name: 'Belgium' })).toBeDefined();
    cleanup();
    anna = freshPerson('anna', { country_code: null });
    await renderScreen('/feed?country=worldwide');
    expect(await screen.findByRole('combobox')).toBeDefined();
  });

  it('loads older records without duplicates', async () => {
    world = records(45);
    await renderScreen();
    await waitFor(() => expect(shownNumbers()).toHaveLength(20));
    for (const expected of [40, 45]) {
      fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
      await waitFor(() => expect(shownNumbers()).toHaveLength(expected));
    }
    expect(shownNumbers()).toEqual(Array.from({ length: 45 }, (_, index) => 45 - index));
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('keeps loaded records and says so when the server cannot be reached', async () => {
    await renderScreen();
    await waitFor(() => expect(shownNumbers()).toEqual([3, 2, 1]));
    isDown = true;
    await pollForNew();
    expect(await screen.findByText(/Couldn’t refresh/)).toBeDefined();
    expect(shownNumbers()).toEqual([3, 2, 1]);
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: /Couldn’t refresh/ }));
    await waitFor(() => expect(screen.queryByText(/Couldn’t refresh/)).toBeNull());
  });

  it('says that own records are safe if nothing can be loaded, and retries on request', async () => {
    isDown = true;
    await renderScreen();
    expect((await screen.findByRole('alert')).textContent).toContain('Everything you saved is safe on this device.');
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(shownNumbers()).toEqual([3, 2, 1]));
  });

  it('takes the country from the address, and ignores an unknown one', async () => {
    world = [...records(2, 'NL'), record(9, 'BE')];
    await renderScreen('/feed?location=NL');
    await waitFor(() => expect(shownNumbers()).toEqual([2, 1]));
    cleanup();
    await renderScreen('/feed?location=nowhere');
    await waitFor(() => expect(shownNumbers()).toEqual([2, 1, 9]));
  });

  it('invites anna to make the first record on a new server', async () => {
    world = [];
    await renderScreen();
    expect(await screen.findByText(/Nobody has recorded anything yet/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Observe' }).getAttribute('href')).toBe('/observe');
  });

  it('shows cached records at once, and keeps only the latest 200', async () => {
    isDown = true;
    await signIn(anna);
    const pages = Array.from({ length: 12 }, (_, page) => ({
      data: Array.from({ length: 20 }, (_, index) => record(240 - page * 20 - index)),
      next_cursor: String(221 - page * 20),
      fetched_at: Date.now(),
    }));
    queryClient.setQueryData(['feed', 'worldwide'], {
      pages,
      pageParams: pages.map((_, page) => (page === 0 ? null : pages[page - 1]!.next_cursor)),
    });
    await renderScreen();
    await waitFor(() => expect(shownNumbers()).toHaveLength(240));
    expect(screen.queryByRole('alert')).toBeNull();
    cleanup();
    const kept = queryClient.getQueryData<{ pages: { data: ListedObservation[] }[] }>(['feed', 'worldwide']);
    const left = kept!.pages.flatMap((page) => page.data);
    expect([left.length, left[0]!.id, left.at(-1)!.id]).toEqual([200, idOf(240), idOf(41)]);
  });

  describe('in tabs', () => {
    let followed: string[];
    beforeEach(() => {
      followed = [];
    });
    const relation = (id: string) => ({
      kind: 'follow' as const,
      user: { id, name: 'bram', is_pro: false },
      created_at: '2026-05-01T10:00:00Z',
    });
    function renderTabs(at = '/feed') {
      const server = new VeldServer(anna)
        .answer(getFeed, (url) => {
          asked.push(url);
          return json({ data: world, events: [], next_cursor: null });
        })
        .answer(listRelations, () => json({ data: followed.map(relation), followers: 0 }))
        .answer(listSuggestedPeople, () => json({ data: { people: [{ id: bram.id, name: 'bram', is_pro: false, observations: 3 }] } }));
      return renderAs(anna, <FeedScreen />, { at, server });
    }
    const choose = async (name: string) => fireEvent.click(await screen.findByRole('radio', { name }));
    const chosen = () => screen.getAllByRole<HTMLInputElement>('radio').find(({ checked }) => checked)?.value;
    const lastAsked = () => Object.fromEntries(asked.at(-1)?.searchParams ?? []);

    it('asks for the records of people who are followed, and remembers the tab', async () => {
      followed = [bram.id];
      await renderTabs();
      await choose('Following');
      await waitFor(() => expect(lastAsked()).toMatchObject({ following: '1' }));
      expect(lastAsked().country).toBeUndefined();
      cleanup();
      await renderTabs();
      await waitFor(() => expect(chosen()).toBe('following'));
      cleanup();
      await renderTabs('/feed?country=NL');
      await waitFor(() => expect(lastAsked()).toMatchObject({ country: 'NL' }));
      expect(chosen()).toBe('country');
    });

    it('suggests people when nobody is followed, and leads to records nearby', async () => {
      await renderTabs('/feed?tab=following');
      expect(await screen.findByRole('link', { name: 'bram' })).toBeDefined();
      expect(screen.getByRole('button', { name: 'Follow bram' })).toBeDefined();
      expect(shownNumbers()).toEqual([]);
      fireEvent.click(screen.getByRole('button', { name: 'Show nearby' }));
      await waitFor(() => expect(chosen()).toBe('nearby'));
    });

    it('asks for a circle around where the device was, rounded, or around a saved place, with a radius that is remembered', async () => {
      const database = openUserDatabase(anna.id);
      await lastPlace.update(database, () => ({ latitude: 52.123456, longitude: 5.98765, accuracy_m: 5, at: Date.now() }));
      const home = { id: newId(), name: 'Garden', kind: 'home' as const, latitude: 51, longitude: 4, uncertainty_m: null, notes: '' };
      await changeSavedPlaces(database, () => [home]);
      await renderTabs('/feed?tab=nearby');
      await waitFor(() => expect(lastAsked()).toMatchObject({ latitude: '52.12', longitude: '5.99', radius_km: '25' }));
      fireEvent.change(screen.getByLabelText('Radius'), { target: { value: '5' } });
      fireEvent.change(await screen.findByLabelText('Around'), { target: { value: home.id } });
      await waitFor(() => expect(lastAsked()).toMatchObject({ latitude: '51', longitude: '4', radius_km: '5' }));
      cleanup();
      await renderTabs('/feed?tab=nearby');
      expect((await screen.findByLabelText<HTMLSelectElement>('Radius')).value).toBe('5');
    });

    it('asks nothing nearby before the place is known', async () => {
      await renderTabs('/feed?tab=nearby');
      await screen.findByText('Your location isn’t known yet.');
      expect(asked).toEqual([]);
    });

    it('leaves out at once a person that anna has just muted', async () => {
      await renderTabs();
      await waitFor(() => expect(shownNumbers()).toEqual([3, 2, 1]));
      await act(() => setRelation(openUserDatabase(anna.id), { kind: 'mute', id: bram.id, isOn: true }));
      await waitFor(() => expect(shownNumbers()).toEqual([]));
    });

    it('mutes a person from the menu of a card, also without a connection, and offers to undo it', async () => {
      await renderTabs();
      await waitFor(() => expect(shownNumbers()).toEqual([3, 2, 1]));
      const [menu] = await screen.findAllByRole('button', { name: 'More' });
      vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')));
      fireEvent.click(menu!);
      fireEvent.click(await screen.findByRole('button', { name: 'Mute bram' }));
      await waitFor(() => expect(shownNumbers()).toEqual([]));
      const [notice, ...others] = addedNotices.getState().notices;
      expect([notice?.text, notice?.action?.label, others]).toEqual(['You’ve muted bram.', 'Undo', []]);
      act(() => notice!.action!.onClick());
      await waitFor(() => expect(shownNumbers()).toEqual([3, 2, 1]));
      expect(addedNotices.getState().notices).toEqual([]);
    });
  });

  describe('a card with several photos', () => {
    const photo = (order: number) => ({
      id: idOf(500 + order),
      type: 'image/jpeg',
      width: 800,
      height: 600,
      caption: order === 1 ? 'Underside' : null,
      license: null,
      order,
      thumbhash: null,
      urls: { 128: `/${order}-128`, 512: `/${order}-512`, 1600: `/${order}-1600` },
    });
    const alts = () => screen.queryAllByRole('img').map((image) => image.getAttribute('alt'));

    it('loads the others once somebody wants to see them, and says why they could not be loaded', async () => {
      world = [{ ...record(1), media: [photo(0)], photo_count: 3 }];
      const server = new VeldServer(anna)
        .answer(getFeed, page)
        .answer(getObservation, () => json({ data: { ...record(1), media: [photo(2), photo(1), photo(0)] } }));
      const asksFor = () => server.asked.filter(({ path }) => path === `/api/observations/${idOf(1)}`);
      let isBroken = true;
      server.fault = ({ path }) => (isBroken && path === `/api/observations/${idOf(1)}` ? 'no-connection' : null);
      await renderAs(anna, <FeedScreen />, { at: '/feed', server });
      const strip = await screen.findByRole('list', { name: '3 photos' });
      expect(within(strip).getAllByRole('listitem')).toHaveLength(3);
      await screen.findByRole('button', { name: 'More' });
      expect([alts(), asksFor()]).toEqual([['moth 1, photo 1 of 3'], []]);
      fireEvent.pointerEnter(strip.parentElement!);
      expect(await screen.findAllByText('Couldn’t load the photos. Can’t reach the server. Veld will try again later.')).toHaveLength(2);
      isBroken = false;
      fireEvent.click(screen.getAllByRole('button', { name: 'Retry' })[0]!);
      await waitFor(() => expect(alts()).toEqual(['moth 1, photo 1 of 3', 'Underside', 'moth 1, photo 3 of 3']));
    });
  });

  describe('the mark of a species that is new for anna', () => {
    const taxon = (id: number, rank = 'species') => ({
      id,
      name: `Bird ${id}`,
      scientific_name: `Avis ${id}`,
      rank,
      group: 'bird' as const,
      image_url: null,
    });
    const named = (number: number, id: number, change: Partial<ListedObservation> = {}) => ({
      ...record(number),
      taxon: taxon(id),
      taxon_id: id,
      verbatim_name: null,
      ...change,
    });
    /** The names of the cards with the mark. */
    const marked = () => screen.queryAllByText('New for you').map((mark) => mark.closest('article')!.querySelector('h2')!.textContent);

    beforeEach(async () => {
      const database = openUserDatabase(anna.id);
      await database.observations.put({ ...localObservation({ taxon_id: 1 }), taxon: taxon(1) });
      await database.settings.put({ key: CHANGES_CURSOR, value: 'all' });
      world = [
        named(6, 1),
        named(5, 2),
        named(4, 3, { count: 0, count_max: null }),
        named(3, 4, { taxon: taxon(4, 'genus') }),
        named(2, 5, { user: observer(anna) }),
        record(1),
      ];
    });

    it('stands on records of others of species she has not recorded', async () => {
      await renderScreen();
      await waitFor(() => expect(marked()).toEqual(['Bird 2']));
    });

    it('is left out where badges and points are off', async () => {
      anna.preferences.gamification = false;
      await renderScreen();
      await screen.findByText('Bird 2');
      await act(() => new Promise((done) => setTimeout(done, 150)));
      expect(marked()).toEqual([]);
    });
  });
});
