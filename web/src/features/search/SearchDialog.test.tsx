// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { listCommunityUsers, listProjects, listPublicPlaces, type User } from '@veld/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { SCREENS } from '../../app/screens';
import { network } from '../../local/app/veld';
import { changeSavedPlaces } from '../../local/changes/saved-places';
import { openUserDatabase } from '../../local/db/database';
import { newId } from '../../local/db/ids';
import { addRecentChoice, recentChoices } from '../../local/device/recent-choices';
import { saveObservation } from '../../local/records/save-observation';
import { TaxonomyDatabase } from '../../local/taxonomy/database';
import { createCopyNotifier } from '../../local/taxonomy/stored-copies';
import { Device, remoteTaxon } from '../../local/taxonomy/testing';
import { freshPerson, observer } from '../../local/testing/people';
import { json, problem, VeldServer } from '../../local/testing/veld-server';
import { queryClient } from '../../shared/session/queries';
import { renderAs } from '../../testing/render-as';
import SearchDialog from './SearchDialog';

const announce = createCopyNotifier();
const device = new Device();

beforeAll(async () => {
  // The database that the app's own search reads.
  device.db = new TaxonomyDatabase();
  device.session.locale = 'en';
  device.server.taxa = [
    remoteTaxon(1, { en: 'Great tit', sci: 'Parus major' }),
    remoteTaxon(2, { en: 'Blue tit', sci: 'Cyanistes caeruleus' }),
    remoteTaxon(3, { en: 'Robin', sci: 'Erithacus rubecula' }),
  ];
  await device.tab('one', { announce }).tick();
});
// The app's search, which other tests in the same worker use too, learns that the copy is gone.
afterAll(async () => {
  await Promise.all(device.db.tables.map((table) => table.clear()));
  announce({ type: 'global', what: 'swapped' });
});

let anna: User;
let server: VeldServer;
const closed = vi.fn<() => void>();

beforeEach(() => {
  anna = freshPerson('anna');
  closed.mockClear();
  queryClient.clear();
  server = new VeldServer(anna)
    .answer(listCommunityUsers, () => json({ data: [], totals: { people: 0, observations: 0, species: 0 } }))
    .answer(listProjects, () => json({ data: [], next_cursor: null }))
    .answer(listPublicPlaces, () => json({ data: [] }));
});

const OTHERS = {
  '/species/:id': <p>a species</p>,
  '/observations/:id': <p>a record</p>,
  '/map': <p>the map</p>,
  '/my-species': <p>my species</p>,
  '/settings/:section': <p>a section</p>,
};
const open = () => renderAs(anna, <SearchDialog screens={SCREENS} onClose={closed} />, { server, routes: OTHERS });
const field = () => screen.findByRole('combobox');
const type = async (text: string) => fireEvent.change(await field(), { target: { value: text } });
const press = async (key: string) => fireEvent.keyDown(await field(), { key });
const group = (name: string) => screen.findByRole('group', { name });
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const selected = () => screen.getByRole('option', { selected: true });

const firstRecent = async () => (await recentChoices.read(openUserDatabase(anna.id)))[0];

function goOffline(): void {
  network.store.setState({ state: 'offline' });
  onTestFinished(() => act(() => network.store.setState({ state: 'online' })));
}

describe('the search of the app', () => {
  it('finds a species, which Enter opens and which is then the first recent choice', async () => {
    await open();
    await type('erithacus');
    expect(within(await group('Species')).getByRole('option').textContent).toBe('RobinErithacus rubecula');
    await press('Enter');
    expect(await screen.findByText('a species')).toBeDefined();
    expect(closed).toHaveBeenCalledOnce();
    await waitFor(async () => expect(await firstRecent()).toMatchObject({ kind: 'species', to: '/species/3', taxon: { name: 'Robin' } }));
  });

  it('moves through the groups with the arrows, and around at the ends', async () => {
    await open();
    await type('tit');
    await screen.findByRole('option', { name: /Great tit/ });
    const box = await field();
    const all = screen.getAllByRole('option');
    expect(box.getAttribute('aria-activedescendant')).toBe(all[0]!.id);
    await press('ArrowDown');
    expect(selected()).toBe(all[1]);
    await press('ArrowUp');
    await press('ArrowUp');
    expect(selected()).toBe(all.at(-1));
    expect(box.getAttribute('aria-activedescendant')).toBe(selected().id);
  });

  it('opens what Enter was pressed for, also when it is not found yet', async () => {
    await open();
    await type('great tit');
    await screen.findByRole('option', { name: /Great tit/ });
    const box = await field();
    fireEvent.change(box, { target: { value: 'robin' } });
    fireEvent.keyDown(box, { key: 'Enter' });
    expect(await screen.findByText('a species')).toBeDefined();
    await waitFor(async () => expect((await firstRecent())?.to).toBe('/species/3'));
  });

  it('forgets an Enter when the person types on', async () => {
    await open();
    const box = await field();
    // At once, before anything can be found.
    fireEvent.change(box, { target: { value: 'robin' } });
    fireEvent.keyDown(box, { key: 'Enter' });
    fireEvent.change(box, { target: { value: 'great' } });
    await screen.findByRole('option', { name: /Great tit/ });
    fireEvent.change(box, { target: { value: 'robin' } });
    await screen.findByRole('option', { name: /Robin/ });
    await act(() => new Promise((done) => setTimeout(done, 50)));
    expect(closed).not.toHaveBeenCalled();
  });

  it('finds the person’s own records of a species, and opens any record by its id or address', async () => {
    const database = openUserDatabase(anna.id);
    const taxon = { id: 3, name: 'Robin', scientific_name: 'Erithacus rubecula', rank: 'species', group: 'bird' as const, image_url: null };
    const id = await saveObservation(database, { taxon_id: 3, observed_on: '2026-05-10' }, [], { user: observer(anna), taxon });
    await open();
    await type('robin');
    const records = await group('Records');
    expect(within(records).getByRole('option').textContent).toContain('May 10, 2026');

    await type(`https://veld.example/observations/${id}`);
    await waitFor(() => expect(options()).toEqual([expect.stringContaining('Robin')]));
    const other = newId();
    await type(other);
    await waitFor(() => expect(options()).toEqual([`Record${other}`]));
    await press('Enter');
    expect(await screen.findByText('a record')).toBeDefined();
  });

  it('finds screens and settings by their titles, and a screen called as the text comes first', async () => {
    await open();
    await type('my species');
    await waitFor(() => expect(options()[0]).toBe('My species'));
    await type('language');
    await waitFor(() => expect(options().slice(0, 2)).toEqual(['LanguageLanguage and names', 'Language and namesSettings']));
    await press('Enter');
    expect(await screen.findByText('a section')).toBeDefined();
  });

  it('finds a saved place, and opens the map there', async () => {
    const marsh = { id: newId(), name: 'Marsh', kind: 'patch' as const, latitude: 52.5, longitude: 5.9, uncertainty_m: 40, notes: '' };
    await open();
    await act(() => changeSavedPlaces(openUserDatabase(anna.id), () => [marsh]));
    await type('mars');
    fireEvent.click(await screen.findByRole('option', { name: /Marsh/ }, { timeout: 20_000 }));
    expect(await screen.findByText('the map')).toBeDefined();
    await waitFor(async () => expect((await firstRecent())?.to).toBe('/map?at=52.50000,5.90000,40'));
  }, 60_000);

  it('asks the server for people and projects once typing pauses', async () => {
    const asked: string[] = [];
    const chen = { id: newId(), name: 'Chén Li', country_code: 'NL', is_pro: false, is_listed: true, observations: 4, species: 2 };
    server.answer(listCommunityUsers, (url) => {
      asked.push(url.searchParams.get('name') ?? '');
      return json({ data: [chen], totals: { people: 1, observations: 4, species: 2 } });
    });
    await open();
    for (const text of ['c', 'ch', 'che', 'chen']) await type(text);
    expect(within(await group('People')).getByRole('option').textContent).toContain('Chén Li');
    expect(asked).toEqual(['chen']);
    // Known by now, so at once, and no more than the text says.
    await type('chen x');
    expect(screen.queryByRole('group', { name: 'People' })).toBeNull();
  });

  it('finds a public place by a part of its name', async () => {
    const marsh = { id: newId(), kind: 'reserve', name: 'Long Marsh', latitude: 52, longitude: 5, area_m2: 1 } as const;
    server.answer(listPublicPlaces, (url) => json({ data: url.searchParams.get('name') === 'long mar' ? [marsh] : [] }));
    await open();
    await type('long mar');
    expect(within(await group('Public places')).getByRole('option').textContent).toContain('Long Marsh');
  });

  it('says in one line that the server failed, and shows the rest', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    server.answer(listCommunityUsers, () => problem(500, 'internal')).answer(listProjects, () => problem(500, 'internal'));
    await open();
    await type('robin');
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Some results couldn’t be loaded.'));
    expect(screen.getByRole('option', { name: /Robin/ })).toBeDefined();
  });

  it('finds without a connection what is on the device, says so once, and asks nobody', async () => {
    goOffline();
    await open();
    await type('robin');
    expect(await screen.findByRole('option', { name: /Robin/ })).toBeDefined();
    expect(screen.getByRole('status').textContent).toBe('Searching people and projects needs a connection.');
    await act(() => new Promise((done) => setTimeout(done, 300)));
    expect(server.count('GET', '/api/community')).toBe(0);
  });

  it('says that nothing was found', async () => {
    await open();
    await type('qqqqxxxx');
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Nothing found. Try a part of the name.'), { timeout: 20_000 });
  }, 60_000);
});

describe('before anything is typed', () => {
  const species = (id: number, name: string) => ({
    kind: 'species' as const,
    to: `/species/${id}`,
    title: name,
    more: null,
    taxon: { id, name, scientific_name: 'Erithacus rubecula', rank: 'species', group: 'bird' as const, image_url: null },
  });

  it('recent choices come first, in the language of today, then a few screens', async () => {
    await addRecentChoice(openUserDatabase(anna.id), species(3, 'Roodborst'));
    await open();
    await waitFor(async () => expect(within(await group('Recent')).getByRole('option').textContent).toBe('RobinErithacus rubecula'));
    expect(within(await group('Screens and settings')).getAllByRole('option')).toHaveLength(5);
    expect(screen.queryByRole('option', { selected: true })).toBeNull();
    await press('ArrowDown');
    expect(selected().textContent).toContain('Robin');
  });

  it('a recent choice can be removed, and the field keeps the focus', async () => {
    const database = openUserDatabase(anna.id);
    for (const one of [species(3, 'Robin'), species(2, 'Blue tit')]) await addRecentChoice(database, one);
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Remove Robin from recent' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove Robin from recent' })).toBeNull());
    expect((await recentChoices.read(database)).map(({ to }) => to)).toEqual(['/species/2']);
    expect(document.activeElement).toBe(await field());
  });
});
