// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type AdminTileRequest, cancelTileRequest, listAdminTileRequests, shareTileRequest } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { freshPerson } from '../../../local/testing/people';
import { json, VeldServer } from '../../../local/testing/veld-server';
import { renderAs } from '../../../testing/render-as';
import RequestsTable from './RequestsTable';

const ID = 'a1a1a1a1-0000-4000-8000-000000000001';
const QUEUED: AdminTileRequest = {
  id: ID,
  user: { id: 'a1a1a1a1-0000-4000-8000-000000000009', name: 'bram' },
  box: { west: 5, south: 52, east: 6, north: 53 },
  layers: ['base'],
  max_zoom: 9,
  state: 'queued',
  reason: null,
  tiles: 40,
  done_tiles: 10,
  bytes: 3_000_000,
  created_at: '2026-06-01T10:00:00.000Z',
  expires_at: null,
  is_shared: false,
  served: 0,
};

describe('the offline maps in the administration', () => {
  it('are listed with a box, and one that waits can be stopped but not run again', async () => {
    const admin = freshPerson('anna', { roles: ['user', 'admin'] });
    const server = new VeldServer(admin)
      .answer(listAdminTileRequests, () => json({ data: [QUEUED], total: 1, next_cursor: null }))
      .answer(cancelTileRequest, () => ({ status: 204 }));
    await renderAs(admin, <RequestsTable />, { at: `/admin/tile-requests?map=${ID}`, server });
    const dialog = await screen.findByRole('dialog', { name: 'bram' });
    expect(within(dialog).getByText(/^52°, 5° – 53°, 6° · Map · 3 MB · 10 of 40 tiles$/)).toBeDefined();
    expect(within(dialog).queryByRole('button', { name: 'Run again' })).toBeNull();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.count('POST', `/api/admin/tile-requests/${ID}/cancel`)).toBe(1);
    await waitFor(() => expect(server.count('GET', '/api/admin/tile-requests')).toBe(2));
  });

  it('are shared once they are ready, and say how often they were used', async () => {
    const admin = freshPerson('anna', { roles: ['user', 'admin'] });
    const row = { ...QUEUED, state: 'ready' as const, served: 3 };
    let is_shared = false;
    const server = new VeldServer(admin)
      .answer(listAdminTileRequests, () => json({ data: [{ ...row, is_shared }], total: 1, next_cursor: null }))
      .answer(shareTileRequest, (_url, { body }) => {
        ({ is_shared } = body as { is_shared: boolean });
        return { status: 204 };
      });
    const at = `/admin/tile-requests?map=${ID}`;
    const shown = await renderAs(admin, <RequestsTable />, { at, server });
    const dialog = within(await screen.findByRole('dialog', { name: 'bram' }));
    expect(dialog.getByText('Used for 3 other maps')).toBeDefined();
    fireEvent.click(dialog.getByRole('button', { name: 'Pin as shared map' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(is_shared).toBe(true);
    shown.unmount();
    await renderAs(admin, <RequestsTable />, { at, server });
    const again = within(await screen.findByRole('dialog', { name: 'bram' }));
    expect(again.getByText('Ready, shared')).toBeDefined();
    fireEvent.click(again.getByRole('button', { name: 'Stop sharing' }));
    await waitFor(() => expect(is_shared).toBe(false));
  });
});
