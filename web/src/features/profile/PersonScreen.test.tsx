// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  type CommunityProfile,
  getCommunityProfile,
  getStatistics,
  listObservations,
  listRelations,
  listSpeciesSeen,
  type User,
} from '@veld/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { queryClient } from '../../app/queries';
import { openUserDatabase } from '../../local/db/database';
import { createAnnouncer } from '../../local/taxonomy/announcements';
import { TaxonomyDatabase } from '../../local/taxonomy/database';
import { Device, remoteTaxon } from '../../local/taxonomy/testing';
import { bram, freshPerson } from '../../local/testing/people';
import { json, problem, VeldServer } from '../../local/testing/veld-server';
import { renderAs } from '../../testing/render-as';
import PersonScreen from './PersonScreen';

const noMonths = Array.from({ length: 12 }, () => 0);
const bramsFigures = {
  observations: 12,
  species: 7,
  days: 3,
  identifications: 5,
  rank: 4,
  months: [12, ...noMonths.slice(1)],
  groups: [{ group: 'bird' as const, observations: 12, species: 7 }],
  raised: [],
};
const nothing = { ...bramsFigures, observations: 0, species: 0, days: 0, identifications: 0, rank: null, months: noMonths, groups: [] };
const bramAsSeen: CommunityProfile = {
  id: bram.id,
  name: 'bram',
  country_code: 'BE',
  is_pro: false,
  is_listed: true,
  observations: 12,
  species: 7,
  joined: null,
  bio: '',
  languages: [],
  orcid: null,
  links: [],
  portrait_url: null,
  level: null,
  badges: null,
};

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
      .answer(getStatistics, ({ pathname }) => json({ data: pathname.endsWith('/ZA') ? nothing : bramsFigures }))
      .answer(listObservations, () => json({ data: [], next_cursor: null }))
      .answer(listRelations, () => json({ data: [], followers: 0 }))
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
    expect(screen.getByText('Belgium', { selector: 'p' })).toBeDefined();
    expect(screen.getByText('12')).toBeDefined();
    expect(await screen.findByText('bram has no public records yet.')).toBeDefined();
  });

  it('shows figures of a period and a country from the server', async () => {
    await renderScreen(bram.id, '?period=this_year');
    const figures = within(await screen.findByRole('region', { name: 'Statistics' }));
    expect(await figures.findByText('Number 4 by species in the community')).toBeDefined();
    expect(asked).toContain(`/api/community/statistics/${bram.id}/this_year/worldwide`);
    expect(figures.getByRole('listitem', { name: 'January: 12 records' })).toBeDefined();
    expect(figures.getByText('12 records · 7 species')).toBeDefined();
    fireEvent.change(figures.getByRole('combobox', { name: 'Location' }), { target: { value: 'ZA' } });
    await waitFor(() => expect(figures.queryByRole('list')).toBeNull());
    expect(figures.queryByText(/in the community/)).toBeNull();
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
    expect(asked.filter((path) => path !== '/api/relations')).toEqual(['/api/community/profile/c0000000-0000-7000-8000-000000000003']);
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

  const queued = async () => (await openUserDatabase(anna.id).outbox.toArray()).map(({ route, subject }) => [route.split(' ')[0], subject]);

  it('has a button to follow bram, and to end that, also without a connection', async () => {
    await renderScreen(bram.id);
    const button = await screen.findByRole('button', { name: 'Follow bram' });
    expect(button.getAttribute('aria-pressed')).toBe('false');
    isDown = true;
    fireEvent.click(button);
    await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('true'));
    expect(button.textContent).toBe('Following');
    expect(await queued()).toEqual([['PUT', `relation:follow:${bram.id}`]]);
    fireEvent.click(button);
    await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('false'));
    expect(await queued()).toEqual([['DELETE', `relation:follow:${bram.id}`]]);
  });

  it('cannot be followed if bram is not listed', async () => {
    bramAsSeen.is_listed = false;
    await renderScreen(bram.id);
    await screen.findByRole('button', { name: 'More' });
    expect(screen.queryByRole('button', { name: 'Follow bram' })).toBeNull();
    bramAsSeen.is_listed = true;
  });

  it('shows nothing of bram once anna has blocked him, until she unblocks him', async () => {
    await renderScreen(bram.id);
    await screen.findByText('bram has no public records yet.');
    fireEvent.click(await screen.findByRole('button', { name: 'More' }));
    isDown = true;
    fireEvent.click(await screen.findByRole('button', { name: 'Block' }));
    expect(await screen.findByText(/^You’ve blocked this person/)).toBeDefined();
    expect(screen.queryByText('bram has no public records yet.')).toBeNull();
    expect(await queued()).toEqual([['PUT', `relation:block:${bram.id}`]]);
    fireEvent.click(screen.getByRole('button', { name: 'Unblock' }));
    expect(await screen.findByText('bram has no public records yet.')).toBeDefined();
  });
});
