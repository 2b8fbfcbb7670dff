// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { getMapSummary, type TileRequest, type User } from '@veld/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openUserDatabase } from '../../local/db/database';
import { newId } from '../../local/db/ids';
import { saveObservation } from '../../local/records/observations';
import { changeSavedPlaces, type SavedPlace } from '../../local/changes/saved-places';
import { currentDatabase } from '../../local/app/veld';
import { changePack, putPack, removePack } from '../../local/tile-requests/kept-packs';
import { freshPerson, observer } from '../../local/testing/people';
import { json, problem, VeldServer } from '../../local/testing/veld-server';
import { renderAs, signIn } from '../../testing/render-as';
import { queryClient } from '../../shared/session/queries';
import { locationOfPlace } from '../../shared/location/location-filter';
import MapScreen from './MapScreen';

let anna: User;
const save = (verbatim_name: string, latitude: number, more: object = {}) =>
  saveObservation(openUserDatabase(anna.id), { verbatim_name, latitude, longitude: 5, ...more }, [], { user: observer(anna) });

beforeEach(() => {
  anna = freshPerson('anna');
});

describe('the map without WebGL', () => {
  it('says so in one sentence and lists the records', async () => {
    await save('a robin', 52);
    await renderAs(anna, <MapScreen />, { at: '/map' });
    expect(await screen.findByText(/^This browser can’t draw the map/)).toBeDefined();
    expect(screen.getByRole('link', { name: /^a robin/ })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Zoom in' })).toBeNull();
  });

  it('has filters in the address, and says when nothing fits them', async () => {
    await save('a robin', 52, { observed_on: '2020-05-10' });
    await renderAs(anna, <MapScreen />, { at: '/map?period=today' });
    expect(await screen.findByText(/^No records match/)).toBeDefined();
    expect(screen.queryByRole('link', { name: /^a robin/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect(await screen.findByRole('link', { name: /^a robin/ })).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Remove filter/ })).toBeNull();
  });

  it('has a chip for each filter, and a tap on it removes the filter', async () => {
    await save('a robin', 52, { observed_on: '2020-05-10' });
    await renderAs(anna, <MapScreen />, { at: '/map?period=today&photos=1&taxon=999999&unseen=1' });
    await screen.findByText(/^No records match/);
    // What cannot be asked of one's own records is said.
    expect(screen.getByRole('alert').textContent).toContain('unseen=1');
    const chips = () => screen.queryAllByRole('button', { name: /^Remove filter/ }).map(({ textContent }) => textContent);
    expect(chips()).toEqual(['Unknown species', 'Today', 'With a photo']);
    fireEvent.click(screen.getByRole('button', { name: 'Remove filter: Unknown species' }));
    fireEvent.click(screen.getByRole('button', { name: 'Remove filter: Today' }));
    await waitFor(() => expect(chips()).toEqual(['With a photo']));
    expect(screen.queryByRole('link', { name: /^a robin/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Remove filter: With a photo' }));
    expect(await screen.findByRole('link', { name: /^a robin/ })).toBeDefined();
  });

  it('shows the records of the chosen country, and widens to the world', async () => {
    await save('a robin', 52);
    await renderAs(anna, <MapScreen />, { at: '/map?location=ZA' });
    await screen.findByText(/^No records match/);
    fireEvent.click(screen.getByRole('button', { name: 'Worldwide' }));
    expect(await screen.findByRole('link', { name: /^a robin/ })).toBeDefined();
    expect(screen.getByRole('combobox', { name: 'Location' })).toHaveProperty('value', 'worldwide');
  });

  describe('with a saved place as its location', () => {
    const marsh: SavedPlace = { id: newId(), name: 'Marsh', kind: 'patch', latitude: 52, longitude: 5, uncertainty_m: null, notes: '' };
    beforeEach(() => changeSavedPlaces(openUserDatabase(anna.id), () => [marsh]));

    it('shows the own records there', async () => {
      await save('a robin', 52.0005);
      await save('a wren', 52.1);
      await renderAs(anna, <MapScreen />, { at: '/map' });
      expect(await screen.findByRole('link', { name: /^a wren/ })).toBeDefined();
      await screen.findByRole('option', { name: 'Marsh' });
      fireEvent.change(screen.getByRole('combobox', { name: 'Location' }), { target: { value: locationOfPlace(marsh.id) } });
      await waitFor(() => expect(screen.queryByRole('link', { name: /^a wren/ })).toBeNull());
      expect(screen.getByRole('link', { name: /^a robin/ })).toBeDefined();
    });

    it('asks for everyone’s records there, around it, and says if the server does not have the place yet', async () => {
      let isKnown = true;
      const asked: URLSearchParams[] = [];
      const server = new VeldServer(anna).answer(getMapSummary, (url) => {
        asked.push(url.searchParams);
        const none = { count: 0, is_minimum: false };
        return isKnown ? json({ data: { records: none, species: none, content: null } }) : problem(404, 'not_found');
      });
      await renderAs(anna, <MapScreen />, { at: `/map?whose=everyone&place_id=${marsh.id}`, server });
      await waitFor(() => expect(asked.at(-1)?.get('north')).toBe('52.0009'));
      expect(asked.at(-1)!.get('place_id')).toBe(marsh.id);
      expect(asked.at(-1)!.has('country')).toBe(false);
      isKnown = false;
      fireEvent.change(screen.getByRole('combobox', { name: 'Location' }), { target: { value: 'worldwide' } });
      fireEvent.change(screen.getByRole('combobox', { name: 'Location' }), { target: { value: locationOfPlace(marsh.id) } });
      await queryClient.invalidateQueries();
      expect(await screen.findByText(/^The server doesn’t have this place yet/, {}, { timeout: 10_000 })).toBeDefined();
    });
  });

  it.each([
    ['metric', /\b2\skm\b/, /\b(mi|ft)\b/],
    ['imperial', /\b1\.2\smi\b/, /\bk?m\b/],
  ] as const)('has uncertainties in the units of the person: %s', async (units, own, other) => {
    anna = { ...anna, preferences: { ...anna.preferences, units } };
    await save('a robin', 52, { coordinate_uncertainty_m: 2000 });
    await renderAs(anna, <MapScreen />, { at: '/map' });
    const text = (await screen.findByText(/± /)).textContent;
    expect(text).toMatch(own);
    expect(text).not.toMatch(other);
  });

  it('lists what everyone recorded in view, and says where counting stopped or the server cannot be reached', async () => {
    const months = [0, 3, ...Array<number>(10).fill(0)];
    const taxon = { id: 7, name: 'European robin', scientific_name: 'Erithacus rubecula', rank: 'species', group: 'bird' as const };
    const content = { taxa: [{ taxon: { ...taxon, image_url: null }, records: 3 }], months, people: { count: 1, named: [] }, latest: [] };
    let isDown = false;
    const asked: string[] = [];
    const server = new VeldServer(anna).answer(getMapSummary, (url) => {
      asked.push(url.searchParams.get('group') ?? 'all');
      const data = { records: { count: 1234, is_minimum: false }, species: { count: 1, is_minimum: true }, content };
      return isDown ? problem(500, 'internal') : json({ data });
    });
    await renderAs(anna, <MapScreen />, { at: '/map?whose=everyone', server });
    expect(await screen.findByText('1,234 records and at least 1 species')).toBeDefined();
    expect(screen.getByRole('link', { name: /^European robin/ }).getAttribute('href')).toBe('/species/7');
    expect(screen.getByRole('listitem', { name: 'February: 3 records' })).toBeDefined();
    isDown = true;
    fireEvent.click(screen.getByRole('button', { name: 'Filters' }));
    fireEvent.change(await screen.findByRole('combobox', { name: 'Group' }), { target: { value: 'bird' } });
    fireEvent.click(screen.getByRole('button', { name: 'Show' }));
    expect(await screen.findByText('Couldn’t load the records of others.', {}, { timeout: 10_000 })).toBeDefined();
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByText('Couldn’t load the records of others.')).toBeNull());
    expect(asked[0]).toBe('all');
    expect(asked.at(-1)).toBe('bird');
  });

  it('says, without the server, that offline maps do not have the group of the filter', async () => {
    const server = new VeldServer(anna);
    server.fault = ({ path }) => (path.startsWith('/api/map/summary') ? 'no-connection' : null);
    vi.stubGlobal('caches', { open: async () => ({ keys: async () => [], match: async () => undefined }) });
    await signIn(anna, { server });
    const [box, record_groups] = [{ west: -10, south: 30, east: 30, north: 60 }, ['bird' as const]];
    const parts = { name: 'Here', box, min_zoom: 0, max_zoom: 6, layers: ['records' as const], record_groups, source_id: null };
    const request = { ...parts, id: newId(), files: [], ready_at: null } as unknown as TileRequest;
    await putPack(currentDatabase(), request, 1);
    await changePack(currentDatabase(), request.id, (pack) => ({ ...pack, state: 'stored' }));
    await renderAs(anna, <MapScreen />, { at: '/map?whose=everyone&group=fungus', server });
    expect(await screen.findByText('Fungi: not in your offline maps of this area.', {}, { timeout: 10_000 })).toBeDefined();
    await removePack(currentDatabase(), request.id);
    expect(await screen.findByText('Couldn’t load the records of others.')).toBeDefined();
  });

  it('offers the records of everyone to a person without own ones', async () => {
    await renderAs(anna, <MapScreen />, { at: '/map' });
    expect(await screen.findByRole('combobox', { name: 'Whose records' })).toHaveProperty('value', 'mine');
  });
});
