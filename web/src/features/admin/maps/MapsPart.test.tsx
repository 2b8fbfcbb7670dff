// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { addMapFile, type AdminMaps, listMaps, MAP_PART_BYTES, putMapFilePart, removeAddedMap } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { freshPerson } from '../../../local/testing/people';
import { json, VeldServer } from '../../../local/testing/veld-server';
import { renderAs } from '../../../testing/render-as';
import MapsPart from './MapsPart';

const MAP: AdminMaps['maps'][number] = {
  id: 'a1',
  name: 'Liechtenstein',
  origin: 'liechtenstein.osm.pbf',
  kind: 'vector',
  schema: 'veld',
  attribution: '© OpenStreetMap contributors',
  is_offline: true,
  bytes: 873_136,
  min_zoom: 7,
  max_zoom: 14,
  box: { west: 9.4, south: 47, east: 9.7, north: 47.3 },
  added_at: '2026-06-01T10:00:00.000Z',
};
const LIMIT = 2 * MAP_PART_BYTES;
const NONE: AdminMaps = { maps: [], files: [], task: null, failure: null, max_upload_bytes: LIMIT, disk_free_bytes: 1e10 };

async function render(maps: Partial<AdminMaps>, server = new VeldServer(freshPerson('anna', { roles: ['admin'] }))) {
  const anna = freshPerson('anna', { roles: ['admin'] });
  server.answer(listMaps, () => json({ data: { ...NONE, ...maps } }));
  await renderAs(anna, <MapsPart />, { at: '/admin/maps', server });
  return server;
}

describe('maps in the administration', () => {
  it('are listed with what they are made of, and removed after a question', async () => {
    const removed: string[] = [];
    const server = new VeldServer(freshPerson('anna', { roles: ['admin'] })).answer(removeAddedMap, (url) => {
      removed.push(url.pathname);
      return { status: 204 };
    });
    await render({ maps: [MAP] }, server);
    expect(await screen.findByText('Paths, woods and waters')).toBeDefined();
    expect(screen.getByText(/Zoom 7 to 14 · .*liechtenstein\.osm\.pbf/)).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Remove: Liechtenstein' }));
    const dialog = await screen.findByRole('dialog', { name: 'Remove Liechtenstein?' });
    expect(removed).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(removed).toEqual(['/api/admin/maps/a1']));
  });

  it('say how far the file is that becomes one, and why the last did not', async () => {
    await render({ task: { file: 'netherlands.osm.pbf', step: 'cutting', share: 0.4 } });
    expect(await screen.findByText('Cutting netherlands.osm.pbf into tiles')).toBeDefined();
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40');
  });

  it.each([
    [{ code: 'disk_full' as const, params: { free: 1e9, needed: 4e9 } }, /1 GB are free, 4 GB are needed/],
    [{ code: 'unknown_layers' as const, params: { layers: 'a, b' } }, /its layers \(a, b\)/],
    [{ code: 'cut_off' as const, params: {} }, /damaged or incomplete/],
  ])('give the reason of the failure %j in words', async (failure, words) => {
    await render({ failure: { ...failure, file: 'x.pmtiles' } });
    expect((await screen.findByRole('alert')).textContent).toMatch(words);
  });

  it('are uploaded in parts and then added; a file above the limit is not sent', async () => {
    const parts: string[] = [];
    const added: unknown[] = [];
    const server = new VeldServer(freshPerson('anna', { roles: ['admin'] }))
      .answer(putMapFilePart, (url) => {
        parts.push(url.searchParams.get('offset')!);
        return json({ data: { received: parts.length === 1 ? MAP_PART_BYTES : MAP_PART_BYTES + 10 } });
      })
      .answer(addMapFile, (_url, { body }) => {
        added.push(body);
        return { status: 204 };
      });
    await render({}, server);
    const input = await screen.findByLabelText('Choose a file');
    const file = (bytes: number) => new File([new Uint8Array(bytes)], 'walks.pmtiles');
    fireEvent.change(input, { target: { files: [file(LIMIT + 1)] } });
    expect((await screen.findByRole('alert')).textContent).toContain('larger than');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add' }).disabled).toBe(true);
    fireEvent.change(input, { target: { files: [file(MAP_PART_BYTES + 10)] } });
    fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: 'Walks' } });
    fireEvent.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(added).toEqual([{ file: 'walks.pmtiles', name: 'Walks', is_offline: true, is_moved: true }]));
    expect(parts).toEqual(['0', String(MAP_PART_BYTES)]);
  });
});
