// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  type BodyOf,
  estimateTiles,
  getTileRequest,
  listTileRequests,
  putTileRequest,
  retryTileRequest,
  type TileOffer,
  type TileRequest,
} from '@veld/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { freshPerson } from '../../local/testing/people';
import { json, VeldServer } from '../../local/testing/veld-server';
import { changeSavedPlaces, type SavedPlace } from '../../local/changes/saved-places';
import { listOutbox } from '../../local/outbox/outbox';
import { currentDatabase } from '../../local/app/veld';
import { changePack, type KeptPack, putPack, readPacks } from '../../local/tile-requests/kept-packs';
import { renderAs, signIn } from '../../testing/render-as';
import { storedJourney, walkedTrack } from '../journeys/testing/journeys';
import TileRequestsScreen from './TileRequestsScreen';

const OFFER: TileOffer = {
  sources: [{ id: null, name: null, attribution: 'Natural Earth', max_zoom: 6, max_tiles: 1000 }],
  max_bytes: 300_000_000,
  used_bytes: 100_000_000,
  requests_left: 4,
  requests_per_hour: 5,
};
const REQUEST: TileRequest = {
  id: 'a1a1a1a1-0000-4000-8000-000000000001',
  name: 'Marsh',
  area_kind: 'circle',
  box: { west: 5, south: 52, east: 6, north: 53 },
  min_zoom: 0,
  max_zoom: 6,
  layers: ['base'],
  source_id: null,
  state: 'failed',
  reason: 'too_large',
  place_in_queue: null,
  tiles: 9,
  done_tiles: 0,
  bytes: 400_000_000,
  files: [],
  created_at: '2026-06-01T10:00:00.000Z',
  ready_at: null,
  expires_at: null,
  is_outdated: false,
};

const MARSH: SavedPlace = {
  id: 'a1a1a1a1-0000-4000-8000-000000000009',
  name: 'Marsh',
  kind: 'other',
  latitude: 52,
  longitude: 5,
  uncertainty_m: null,
  notes: '',
};

/** A browser that can store, and stores nothing yet. */
beforeEach(() => {
  vi.stubGlobal('caches', { open: async () => ({ keys: async () => [], match: async () => undefined, delete: async () => true }) });
});

/** What is folded, as few people need it. */
const openOptions = async () => fireEvent.click(await screen.findByRole('button', { name: 'Options' }));

describe('the screen of offline maps', () => {
  it('says what became of each, and deletes one after asking', async () => {
    const anna = freshPerson('anna');
    const all = [
      REQUEST,
      { ...REQUEST, id: 'a1a1a1a1-0000-4000-8000-000000000002', name: 'Fen', state: 'queued' as const, reason: null, place_in_queue: 3 },
      { ...REQUEST, id: 'a1a1a1a1-0000-4000-8000-000000000003', name: 'Dune', state: 'expired' as const, reason: null },
    ];
    const server = new VeldServer(anna).answer(listTileRequests, () => json({ data: all, offer: OFFER }));
    await renderAs(anna, <TileRequestsScreen />, { at: '/tile-requests', server });
    const marsh = await screen.findByRole('listitem', { name: 'Marsh' });
    expect(within(marsh).getByText(/^It’s larger than the space you have/)).toBeDefined();
    expect(within(marsh).getByRole('button', { name: 'Retry' })).toBeDefined();
    expect(within(screen.getByRole('listitem', { name: 'Fen' })).getByText(/^Number 3 in the queue/)).toBeDefined();
    expect(within(screen.getByRole('listitem', { name: 'Dune' })).getByRole('button', { name: 'Request again' })).toBeDefined();
    expect(screen.getByText('100 MB of 300 MB used. You can request 4 more maps this hour.')).toBeDefined();
    fireEvent.click(within(marsh).getByRole('button', { name: 'Delete the offline map Marsh' }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    // The deletion waits in the outbox, and the server's list still has the map.
    await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Marsh' })).toBeNull());
    expect(screen.getByRole('listitem', { name: 'Fen' })).toBeDefined();
    expect(await listOutbox(currentDatabase())).toMatchObject([
      { route: 'DELETE /api/tile-requests/:id', subject: `tile_request:${REQUEST.id}` },
    ]);
  });

  it.each<[KeptPack['state'], RegExp, string]>([
    ['paused', /^Paused: 1 MB of 3 MB$/, 'Continue'],
    ['full', /^Stopped at 1 MB of 3 MB: this device is out of space/, 'Continue'],
    ['damaged', /^It arrived damaged several times/, 'Download'],
    ['gone', /^The server doesn’t have it any more/, 'Download'],
  ])('says what is wrong with a download that is %s, and what can be done', async (state, text, action) => {
    const anna = freshPerson('anna');
    const ready = { ...REQUEST, state: 'ready' as const, reason: null, expires_at: '2026-07-01T10:00:00.000Z' };
    const file = { layer: 'base' as const, bytes: 3_000_000, sha256: 'a'.repeat(64), chunks: ['a'.repeat(64)] };
    const server = new VeldServer(anna).answer(listTileRequests, () => json({ data: [ready], offer: OFFER }));
    await signIn(anna, { server });
    await putPack(currentDatabase(), { ...ready, files: [file] }, 1);
    await changePack(currentDatabase(), ready.id, (pack) => ({ ...pack, state, stored_bytes: 1_000_000 }));
    await renderAs(anna, <TileRequestsScreen />, { at: '/tile-requests', server });
    const marsh = await screen.findByRole('listitem', { name: 'Marsh' });
    expect(await within(marsh).findByText(text)).toBeDefined();
    expect(within(marsh).getByRole('button', { name: action })).toBeDefined();
  });

  it.each([
    ['the server has built a newer version', '2026-06-20T10:00:00.000Z', false, 0],
    ['the map has changed since', '2026-06-01T10:00:00.000Z', true, 1],
  ])('offers an update because %s, and keeps the version of before meanwhile', async (_, ready_at, is_outdated, retries) => {
    const anna = freshPerson('anna');
    const ready = { ...REQUEST, state: 'ready' as const, reason: null, expires_at: '2026-07-20T10:00:00.000Z', is_outdated };
    const building = { ...ready, state: 'building' as const, is_outdated: false, ready_at: null };
    const answered = () => (server.count('POST', `/api/tile-requests/${REQUEST.id}/retry`) > 0 ? building : { ...ready, ready_at });
    const server: VeldServer = new VeldServer(anna)
      .answer(listTileRequests, () => json({ data: [answered()], offer: OFFER }))
      .answer(getTileRequest, () => json({ data: building }))
      .answer(retryTileRequest, () => json({ data: building }));
    await signIn(anna, { server });
    const file = { layer: 'base' as const, bytes: 3_000_000, sha256: 'a'.repeat(64), chunks: ['a'.repeat(64)] };
    await putPack(currentDatabase(), { ...ready, ready_at: '2026-06-01T10:00:00.000Z', files: [file] }, 1);
    await changePack(currentDatabase(), ready.id, (pack) => ({ ...pack, state: 'stored', stored_bytes: 3_000_000 }));
    await renderAs(anna, <TileRequestsScreen />, { at: '/tile-requests', server });
    const marsh = await screen.findByRole('listitem', { name: 'Marsh' });
    expect(await within(marsh).findByText('A newer version is available.')).toBeDefined();
    fireEvent.click(within(marsh).getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(within(marsh).queryByRole('button', { name: 'Update' })).toBeNull());
    expect(within(marsh).getByText(/^On this device, as of/)).toBeDefined();
    expect(server.count('POST', `/api/tile-requests/${REQUEST.id}/retry`)).toBe(retries);
    expect((await readPacks(currentDatabase())).map(({ state }) => state)).toEqual(['asked', 'stored']);
  });

  it('asks for what lies along a journey', async () => {
    const anna = freshPerson('anna');
    let asked: BodyOf<typeof putTileRequest> | null = null;
    const server = new VeldServer(anna)
      .answer(listTileRequests, () => json({ data: [], offer: OFFER }))
      .answer(estimateTiles, () => json({ data: { tiles: 12, bytes: 50_000, by_layer: [] } }))
      .answer(putTileRequest, (_url, { body }) => {
        asked = body as typeof asked;
        return json({ data: { ...REQUEST, state: 'queued', reason: null, place_in_queue: 1 } });
      });
    await signIn(anna, { server });
    const { id } = await storedJourney(currentDatabase(), { name: 'Dunes' }, walkedTrack(10));
    await renderAs(anna, <TileRequestsScreen />, { at: `/tile-requests?new=1&journey=${id}`, server });
    await openOptions();
    expect(await screen.findByRole('combobox', { name: 'One of your journeys' })).toHaveProperty('value', id);
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Dunes');
    fireEvent.click(screen.getByRole('button', { name: 'Download' }));
    await waitFor(() => expect(asked).not.toBeNull());
    expect(asked!.area).toEqual({
      kind: 'corridor',
      track: {
        type: 'MultiLineString',
        coordinates: [
          [
            [5.1, 52],
            [5.1, 52.01],
          ],
        ],
      },
      width_km: 1,
    });
  });

  it('asks for what is around a place of the map', async () => {
    const anna = freshPerson('anna');
    let asked: BodyOf<typeof putTileRequest> | null = null;
    const server = new VeldServer(anna)
      .answer(listTileRequests, () => json({ data: [], offer: OFFER }))
      .answer(estimateTiles, () => json({ data: { tiles: 12, bytes: 50_000, by_layer: [] } }))
      .answer(putTileRequest, (_url, { body }) => {
        asked = body as typeof asked;
        return json({ data: { ...REQUEST, state: 'queued', reason: null, place_in_queue: 1 } });
      });
    await renderAs(anna, <TileRequestsScreen />, { at: '/tile-requests?new=1&at=52.25000,5.50000', server });
    await openOptions();
    fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Heath' } });
    fireEvent.click(screen.getByRole('button', { name: 'Download' }));
    await waitFor(() => expect(asked?.area).toEqual({ kind: 'circle', latitude: 52.25, longitude: 5.5, radius_km: 10 }));
  });

  it('says that a journey has no track', async () => {
    const anna = freshPerson('anna');
    const server = new VeldServer(anna).answer(listTileRequests, () => json({ data: [], offer: OFFER }));
    await signIn(anna, { server });
    const { id } = await storedJourney(currentDatabase(), { name: 'Garden' });
    await renderAs(anna, <TileRequestsScreen />, { at: `/tile-requests?new=1&journey=${id}`, server });
    expect(await screen.findByText('This journey has no track on this device.')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Download' }));
    expect(await screen.findByText('Choose an area.')).toBeDefined();
  });

  it('says that no more can be asked for in this hour', async () => {
    const anna = freshPerson('anna', { country_code: 'NL' });
    const server = new VeldServer(anna)
      .answer(listTileRequests, () => json({ data: [], offer: { ...OFFER, requests_left: 0 } }))
      .answer(estimateTiles, () => json({ data: { tiles: 12, bytes: 50_000, by_layer: [] } }));
    await renderAs(anna, <TileRequestsScreen />, { at: '/tile-requests?new=1', server });
    await openOptions();
    fireEvent.click(screen.getByRole('radio', { name: 'Country' }));
    fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Home' } });
    expect(await screen.findByText('About 50 kB, 12 tiles.')).toBeDefined();
    expect(screen.getByText('You can’t request another map this hour.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Download' })).toHaveProperty('disabled', true);
  });

  it('proposes the name of what is chosen, and keeps a name that was typed', async () => {
    const anna = freshPerson('anna', { country_code: 'NL' });
    const server = new VeldServer(anna).answer(listTileRequests, () => json({ data: [], offer: OFFER }));
    await signIn(anna, { server });
    await changeSavedPlaces(currentDatabase(), () => [MARSH]);
    await renderAs(anna, <TileRequestsScreen />, { at: '/tile-requests?new=1', server });
    const choose = (label: string, value: string) => fireEvent.change(screen.getByRole('combobox', { name: label }), { target: { value } });
    const turnTo = (kind: string) => fireEvent.click(screen.getByRole('radio', { name: kind }));
    await openOptions();
    const name = screen.getByRole('textbox', { name: 'Name' });
    expect(name).toHaveProperty('value', '');
    turnTo('Country');
    expect(name).toHaveProperty('value', 'Netherlands');
    choose('Country', 'BE');
    expect(name).toHaveProperty('value', 'Belgium');
    turnTo('Around a place');
    expect(name, 'no name of another area').toHaveProperty('value', '');
    const place = await screen.findByRole('option', { name: 'Marsh' });
    choose('Saved place', place.getAttribute('value')!);
    expect(name).toHaveProperty('value', 'Marsh');
    turnTo('Country');
    expect(name).toHaveProperty('value', 'Belgium');
    fireEvent.change(name, { target: { value: 'Trip' } });
    choose('Country', 'LU');
    turnTo('Around a place');
    expect(name).toHaveProperty('value', 'Trip');
  });

  it('asks for a country after an estimate, and not for more than there is room', async () => {
    const anna = freshPerson('anna', { country_code: 'NL' });
    let asked: BodyOf<typeof putTileRequest> | null = null;
    let size = 900_000_000;
    const server = new VeldServer(anna)
      .answer(listTileRequests, () => json({ data: [], offer: OFFER }))
      .answer(estimateTiles, () => json({ data: { tiles: 1234, bytes: size, by_layer: [] } }))
      .answer(putTileRequest, (_url, { body }) => {
        asked = body as typeof asked;
        return json({ data: { ...REQUEST, state: 'queued', reason: null, place_in_queue: 1 } });
      });
    await renderAs(anna, <TileRequestsScreen />, { at: '/tile-requests', server });
    fireEvent.click(await screen.findByRole('button', { name: 'New offline map' }));
    const button = await screen.findByRole('button', { name: 'Download' });
    fireEvent.click(button);
    expect(await screen.findByText('Choose an area.')).toBeDefined();
    expect(screen.getByText('Enter a name.')).toBeDefined();
    fireEvent.click(screen.getByRole('radio', { name: 'Country' }));
    fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Home' } });
    expect(await screen.findByText(/^About 900 MB, 1,234 tiles\. You have 200 MB left\./)).toBeDefined();
    size = 50_000_000;
    fireEvent.click(screen.getByRole('checkbox', { name: 'Species with pictures' }));
    expect(await screen.findByText('About 50 MB, 1,234 tiles.')).toBeDefined();
    fireEvent.click(button);
    await waitFor(() =>
      expect(asked).toEqual({
        name: 'Home',
        area: { kind: 'country', country_code: 'NL' },
        min_zoom: 0,
        max_zoom: 6,
        layers: ['base', 'records'],
        record_groups: null,
        source_id: null,
      }),
    );
  });

  it('asks for records of chosen groups, at least one, and of all without squares', async () => {
    const anna = freshPerson('anna');
    const estimates: unknown[] = [];
    let asked: BodyOf<typeof putTileRequest> | null = null;
    const server = new VeldServer(anna)
      .answer(listTileRequests, () => json({ data: [], offer: OFFER }))
      .answer(estimateTiles, (_url, { body }) => {
        estimates.push((body as BodyOf<typeof estimateTiles>).record_groups);
        return json({ data: { tiles: 12, bytes: 50_000, by_layer: [] } });
      })
      .answer(putTileRequest, (_url, { body }) => {
        asked = body as typeof asked;
        return json({ data: { ...REQUEST, state: 'queued', reason: null, place_in_queue: 1 } });
      });
    await renderAs(anna, <TileRequestsScreen />, { at: '/tile-requests?new=1&at=52.25000,5.50000', server });
    // By label: in a form this long, a role takes a hundred times as long.
    const click = (label: string) => fireEvent.click(screen.getByLabelText(label));
    await openOptions();
    fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: 'Heath' } });
    expect(screen.getByLabelText('All groups')).toHaveProperty('checked', true);
    click('Chosen groups');
    const request = screen.getByText('Download').closest('button')!;
    fireEvent.click(request);
    expect(await screen.findByText('Choose at least one.')).toBeDefined();
    click('Birds');
    click('Squares with records');
    expect(screen.queryByLabelText('All groups')).toBeNull();
    await waitFor(() => expect(estimates).toEqual([null]));
    click('Squares with records');
    fireEvent.click(request);
    await waitFor(() => expect(asked?.record_groups).toEqual(['bird']));
  });

  it('asks for what the map showed, with one tap', async () => {
    const anna = freshPerson('anna');
    let asked: BodyOf<typeof putTileRequest> | null = null;
    const server = new VeldServer(anna)
      .answer(listTileRequests, () => json({ data: [], offer: OFFER }))
      .answer(estimateTiles, () => json({ data: { tiles: 12, bytes: 50_000, by_layer: [] } }))
      .answer(putTileRequest, (_url, { body }) => {
        asked = body as typeof asked;
        return json({ data: { ...REQUEST, state: 'queued', reason: null, place_in_queue: 1 } });
      });
    await renderAs(anna, <TileRequestsScreen />, { at: '/tile-requests?new=1&box=5,52,5.5,52.25', server });
    expect(await screen.findByText('About 50 kB, 12 tiles.')).toBeDefined();
    expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull();
    // Its name is that of a town in its middle, which takes the gazetteer.
    const download = screen.getByRole('button', { name: 'Download' });
    await waitFor(() => {
      if (!asked) fireEvent.click(download);
      expect(asked).not.toBeNull();
    });
    expect(asked!.area).toEqual({
      kind: 'polygon',
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [5, 52],
            [5.5, 52],
            [5.5, 52.25],
            [5, 52.25],
            [5, 52],
          ],
        ],
      },
    });
    expect(asked!.layers).toEqual(['base', 'records', 'species']);
  });
});
