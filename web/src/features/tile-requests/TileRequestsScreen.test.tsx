// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  type BodyOf,
  deleteTileRequest,
  estimateTiles,
  listTileRequests,
  putTileRequest,
  type TileOffer,
  type TileRequest,
} from '@veld/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { freshPerson } from '../../local/testing/people';
import { json, VeldServer } from '../../local/testing/veld-server';
import { renderAs } from '../../testing/render-as';
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
};

/** A browser that can store, and stores nothing yet. */
beforeEach(() => {
  vi.stubGlobal('caches', { open: async () => ({ keys: async () => [], match: async () => undefined, delete: async () => true }) });
});

describe('the screen of offline maps', () => {
  it('says what became of each, and deletes one after asking', async () => {
    const anna = freshPerson('anna');
    const all = [
      REQUEST,
      { ...REQUEST, id: 'a1a1a1a1-0000-4000-8000-000000000002', name: 'Fen', state: 'queued' as const, reason: null, place_in_queue: 3 },
      { ...REQUEST, id: 'a1a1a1a1-0000-4000-8000-000000000003', name: 'Dune', state: 'expired' as const, reason: null },
    ];
    const server = new VeldServer(anna)
      .answer(listTileRequests, () => json({ data: all, offer: OFFER }))
      .answer(deleteTileRequest, () => {
        all.shift();
        return { status: 204 };
      });
    await renderAs(anna, <TileRequestsScreen />, { at: '/tile-requests', server });
    const marsh = await screen.findByRole('listitem', { name: 'Marsh' });
    expect(within(marsh).getByText(/^It is larger than the space you have/)).toBeDefined();
    expect(within(marsh).getByRole('button', { name: 'Retry' })).toBeDefined();
    expect(within(screen.getByRole('listitem', { name: 'Fen' })).getByText(/^Number 3 in the queue/)).toBeDefined();
    expect(within(screen.getByRole('listitem', { name: 'Dune' })).getByRole('button', { name: 'Ask again' })).toBeDefined();
    expect(screen.getByText('100 MB of 300 MB used. You can ask for 4 more maps this hour.')).toBeDefined();
    fireEvent.click(within(marsh).getByRole('button', { name: 'Delete the offline map Marsh' }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Marsh' })).toBeNull());
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
    const button = await screen.findByRole('button', { name: 'Ask for this map' });
    expect(button).toHaveProperty('disabled', true);
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
        source_id: null,
      }),
    );
  });
});
