// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { currentDatabase } from '../../../local/app/veld';
import { freshPerson } from '../../../local/testing/people';
import { changePack, type KeptPack, putPack, readPacks } from '../../../local/tile-requests/kept-packs';
import { renderAs, signIn } from '../../../testing/render-as';
import { KeptMaps } from './KeptMaps';

const file = { layer: 'base' as const, bytes: 3_000_000, sha256: 'a'.repeat(64), chunks: ['a'.repeat(64)] };

/** A browser that can store, and stores nothing yet. */
beforeEach(() => {
  vi.stubGlobal('caches', { open: async () => ({ keys: async () => [], match: async () => undefined, delete: async () => true }) });
});

async function keep(id: string, requestId: string, change: Partial<KeptPack>): Promise<void> {
  const request = { id: requestId, name: requestId, min_zoom: 0, max_zoom: 6, layers: ['base'], source_id: null, ready_at: null };
  const box = { west: 5, south: 52, east: 6, north: 53 };
  await putPack(currentDatabase(), { ...request, box, files: [file] } as unknown as Parameters<typeof putPack>[1], 1, id);
  await changePack(currentDatabase(), id, (pack) => ({ ...pack, ...change }));
}

it('counts a map and its newer version as one, says which are not complete, and deletes both versions once that is confirmed', async () => {
  const anna = freshPerson('anna');
  await signIn(anna);
  await keep('marsh', 'Marsh', { state: 'stored', stored_bytes: 3_000_000 });
  await keep('marsh-2', 'Marsh', { state: 'paused', stored_bytes: 1_000_000 });
  await keep('fen', 'Fen', { state: 'full', stored_bytes: 2_000_000 });
  await keep('dune', 'Dune', { state: 'asked', stored_bytes: 0 });
  await renderAs(anna, <KeptMaps />);
  expect((await screen.findByText('Offline map: Marsh')).textContent).toBe('Offline map: MarshUsed by the map, also offline');
  expect(screen.getByText('Offline map: Fen').textContent).toBe('Offline map: FenNot complete yet');
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['2 MB', '4 MB']);
  const ask = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Delete the offline map Marsh' }));
    return within(await screen.findByRole('dialog', { name: 'Delete Marsh?' }));
  };
  fireEvent.click((await ask()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await readPacks(currentDatabase())).toHaveLength(4);
  fireEvent.click((await ask()).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByText('Offline map: Marsh')).toBeNull());
  expect((await readPacks(currentDatabase())).map(({ id }) => id)).toEqual(['dune', 'fen']);
});
