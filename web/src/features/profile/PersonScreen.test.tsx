// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { getCommunityProfile, listObservations, listSpeciesSeen, type User } from '@veld/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { queryClient } from '../../app/queries';
import { createAnnouncer } from '../../local/taxonomy/announcements';
import { TaxonomyDatabase } from '../../local/taxonomy/database';
import { Device, remoteTaxon } from '../../local/taxonomy/testing';
import { bram, freshPerson } from '../../local/testing/people';
import { json, problem, VeldServer } from '../../local/testing/veld-server';
import { renderAs } from '../../testing/render-as';
import PersonScreen from './PersonScreen';

const bramAsSeen = { id: bram.id, name: 'bram', country_code: 'BE', is_pro: false, observations: 12, species: 7 };

describe('another person’s page', () => {
  let anna: User;
  let asked: string[];
  let isDown: boolean;
  beforeEach(() => {
    anna = freshPerson('anna');
    asked = [];
    isDown = false;
  });

  /** The server knows bram; of everybody else it says that there is nobody. */
  function renderScreen(id: string, query = '') {
    const server = new VeldServer(anna)
      .answer(listSpeciesSeen, () => json([17, 4]))
      .answer(listObservations, () => json({ data: [], next_cursor: null }))
      .answer(getCommunityProfile, ({ pathname }) => (pathname.endsWith(bram.id) ? json({ data: bramAsSeen }) : problem(404, 'not_found')));
    server.fault = ({ path }) => {
      asked.push(path);
      return isDown ? 'no-connection' : null;
    };
    return renderAs(anna, <PersonScreen />, { at: `/profile/${id}${query}`, routes: { '/profile': <p>one’s own page</p> }, server });
  }

  it('shows who bram is and what he found', async () => {
    await renderScreen(bram.id);
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toContain('bram');
    expect(screen.getByText('Belgium')).toBeDefined();
    expect(screen.getByText('12')).toBeDefined();
    expect(await screen.findByText('bram has no public records yet.')).toBeDefined();
  });

  it('leads from each figure to the list it counts', async () => {
    const device = new Device();
    // The database that the app's own search reads.
    device.db = new TaxonomyDatabase();
    device.server.taxa = [remoteTaxon(17, { en: 'Kingfisher', sci: 'Alcedo atthis' })];
    const announce = createAnnouncer();
    await device.tab('one', { announce }).tick();
    await renderScreen(bram.id);
    const tiles = await screen.findAllByRole('link', { name: /^(12|7)/ });
    expect(tiles.map((tile) => tile.getAttribute('href'))).toEqual([
      `/profile/${bram.id}#records`,
      `/profile/${bram.id}?view=species#species`,
    ]);
    fireEvent.click(tiles[1]!);
    expect(await screen.findByRole('heading', { name: 'Species' })).toBeDefined();
    expect(asked.some((path) => path.startsWith('/api/species-seen?user_id='))).toBe(true);
    expect(screen.queryByRole('heading', { name: 'Public records' })).toBeNull();
    expect(await screen.findByRole('list', { name: 'Species' })).toBeDefined();
    expect(screen.getByText('1 more species isn’t on this device yet.')).toBeDefined();
    await Promise.all(device.db.tables.map((table) => table.clear()));
    announce({ type: 'global', what: 'swapped' });
  });

  it('shows one neutral message for every hidden or missing profile, and requests no records', async () => {
    await renderScreen('c0000000-0000-7000-8000-000000000003');
    expect(await screen.findByText('This profile doesn’t exist.')).toBeDefined();
    expect(screen.getByRole('heading', { level: 1 }).textContent).not.toBe('');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(asked).toEqual(['/api/community/profile/c0000000-0000-7000-8000-000000000003']);
  });

  it('redirects anna’s own id to her own page', async () => {
    await renderScreen(anna.id);
    expect(await screen.findByText('one’s own page')).toBeDefined();
    expect(asked).toEqual([]);
  });

  it('keeps what was loaded when the server becomes unreachable', async () => {
    await renderScreen(bram.id);
    await screen.findByText('bram has no public records yet.');
    isDown = true;
    await queryClient.invalidateQueries();
    expect(await screen.findByText(/Couldn’t refresh/)).toBeDefined();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('bram');
  });

  it('distinguishes a lost connection from a missing profile', async () => {
    isDown = true;
    await renderScreen(bram.id);
    expect((await screen.findByRole('alert')).textContent).toContain('Can’t reach the server.');
    await waitFor(() => expect(screen.queryByText('This profile doesn’t exist.')).toBeNull());
  });
});
