// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  type CommunityProfile,
  getCommunityProfile,
  getStatistics,
  type ListedObservation,
  listIdentificationsOfPerson,
  listObservations,
  listRelations,
  listSpeciesSeen,
  recordValues,
  type User,
} from '@veld/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { queryClient } from '../../shared/session/queries';
import { openUserDatabase } from '../../local/db/database';
import { TaxonomyDatabase } from '../../local/taxonomy/database';
import { createCopyNotifier } from '../../local/taxonomy/stored-copies';
import { Device, remoteTaxon } from '../../local/taxonomy/testing';
import { bram, freshPerson, observer } from '../../local/testing/people';
import { json, problem, VeldServer } from '../../local/testing/veld-server';
import { notifier } from '../../shared/session/session';
import { renderAs } from '../../testing/render-as';
import PersonScreen from './PersonScreen';

const noMonths = Array.from({ length: 12 }, () => 0);
const bramsFigures = {
  observations: 12,
  species: 7,
  confirmed: 5,
  confirmable: 10,
  days: 3,
  identifications: 5,
  journeys: 2,
  kilometres: 42.2,
  rank: 4,
  months: [12, ...noMonths.slice(1)],
  groups: [{ group: 'bird' as const, observations: 12, species: 7 }],
  raised: [],
};
const nothing = {
  ...bramsFigures,
  observations: 0,
  species: 0,
  confirmed: 0,
  confirmable: 0,
  days: 0,
  identifications: 0,
  rank: null,
  months: noMonths,
  groups: [],
};
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
  shares_needs: false,
};

const chen = { id: 'c0000000-0000-7000-8000-000000000004', name: 'chen', is_pro: false };
const blocked = { id: 'd0000000-0000-7000-8000-000000000005', name: 'dora', is_pro: false };
const recordOfBram: ListedObservation = {
  id: '50000000-0000-4000-8000-000000000001',
  user: observer(bram),
  taxon: { id: 17, name: 'Kingfisher', scientific_name: 'Alcedo atthis', rank: 'species', group: 'bird', image_url: null },
  quality: 'confirmed',
  is_obscured: false,
  media: [],
  place: null,
  country_code: 'NL',
  ...recordValues({ taxon_id: 17, observed_on: '2026-05-01' }),
  created_at: null,
  photo_count: 0,
};

describe('another person’s page', () => {
  let anna: User;
  let asked: string[];
  let isDown: boolean;
  let shared: boolean;
  let records: ListedObservation[];
  beforeEach(() => {
    anna = freshPerson('anna');
    asked = [];
    isDown = false;
    shared = false;
    records = [];
  });

  /** The server knows bram; of everybody else it says that there is nobody. */
  function renderScreen(id: string, query = '') {
    const server = new VeldServer(anna)
      .answer(listSpeciesSeen, () => json([17, 4]))
      .answer(getStatistics, ({ pathname }) => json({ data: pathname.endsWith('/ZA') ? nothing : bramsFigures }))
      .answer(listObservations, () => json({ data: records, next_cursor: null }))
      .answer(listIdentificationsOfPerson, () =>
        json({
          data: [chen, blocked].map((user, index) => ({
            identification: {
              id: `40000000-0000-4000-8000-00000000000${index}`,
              taxon: recordOfBram.taxon!,
              disagrees: false,
              comment: 'By its bill',
              created_at: new Date().toISOString(),
            },
            record: { ...recordOfBram, user },
          })),
          next_cursor: null,
        }),
      )
      .answer(listRelations, () => json({ data: [{ kind: 'block', user: blocked, created_at: '2026-05-17T10:00:00Z' }], followers: 0 }))
      .answer(getCommunityProfile, ({ pathname }) =>
        pathname.endsWith(bram.id) ? json({ data: { ...bramAsSeen, shares_needs: shared } }) : problem(404, 'not_found'),
      );
    server.fault = ({ path }) => {
      asked.push(path);
      return isDown ? 'no-connection' : null;
    };
    return renderAs(anna, <PersonScreen />, { at: `/profile/${id}${query}`, routes: { '/profile': <p>one’s own page</p> }, server });
  }

  it('leads to what a friend still needs, if bram shares it', async () => {
    const { unmount } = await renderScreen(bram.id);
    expect(await screen.findByRole('heading', { name: 'bram' })).toBeDefined();
    expect(screen.queryByRole('link', { name: 'What bram still needs' })).toBeNull();
    unmount();
    queryClient.clear();
    shared = true;
    await renderScreen(bram.id);
    const link = await screen.findByRole('link', { name: 'What bram still needs' });
    expect(link.getAttribute('href')).toBe(`/my-species?compare=${bram.id}&difference=they_need&order=now`);
  });

  it('shows who bram is and what he found', async () => {
    await renderScreen(bram.id);
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toContain('bram');
    expect(screen.getByText('Belgium', { selector: 'p' })).toBeDefined();
    expect(await screen.findAllByText('12')).toHaveLength(1);
    expect(screen.getByText('50%')).toBeDefined();
    expect(await screen.findByText('bram has no public records yet.')).toBeDefined();
  });

  it('shows figures of a period and a country from the server', async () => {
    await renderScreen(bram.id, '?period=this_year&view=statistics');
    const figures = within(await screen.findByRole('region', { name: 'Statistics' }));
    expect(await figures.findByText('3 days · Number 4 by species in the community')).toBeDefined();
    expect(asked).toContain(`/api/community/statistics/${bram.id}/this_year/worldwide`);
    expect(figures.getByRole('listitem', { name: 'January: 12 records' })).toBeDefined();
    expect(figures.getByText('12 records · 7 species')).toBeDefined();
    fireEvent.change(screen.getByRole('combobox', { name: 'Location' }), { target: { value: 'ZA' } });
    expect(await figures.findByText('Nothing in this period and place.')).toBeDefined();
    expect(figures.queryByText(/in the community/)).toBeNull();
    expect(screen.getByText('–')).toBeDefined();
    fireEvent.click(figures.getByRole('button', { name: 'Clear filters' }));
    expect(await figures.findByText('12 records · 7 species')).toBeDefined();
    expect(asked.at(-1)).toBe(`/api/community/statistics/${bram.id}/all/worldwide`);
  });

  it('leads from each figure to the list it counts', async () => {
    const device = new Device();
    // The database that the app's own search reads.
    device.db = new TaxonomyDatabase();
    device.server.taxa = [remoteTaxon(17, { en: 'Kingfisher', sci: 'Alcedo atthis' })];
    const announce = createCopyNotifier();
    await device.tab('one', { announce }).tick();
    await renderScreen(bram.id);
    const tiles = await screen.findAllByRole('link', { name: /^(12|7|50%|2|5)/ });
    expect(tiles.map((tile) => tile.getAttribute('href'))).toEqual(
      [
        '#records',
        '?view=species#species',
        '?quality=confirmed#records',
        '?view=journeys#journeys',
        '?view=identifications#identifications',
      ].map((query) => `/profile/${bram.id}${query}`),
    );
    expect(tiles[3]!.textContent).toBe('2journeys42\u00A0km');
    fireEvent.click(tiles[1]!);
    expect(await screen.findByRole('heading', { name: 'Species' })).toBeDefined();
    expect(asked).toContain(`/api/species-seen?user_id=${bram.id}&period=all&location=worldwide`);
    expect(screen.queryByRole('heading', { name: 'Public records' })).toBeNull();
    expect(await screen.findByRole('list', { name: 'Species' })).toBeDefined();
    expect(screen.getByText('1 more species isn’t on this device yet.')).toBeDefined();
    await Promise.all(device.db.tables.map((table) => table.clear()));
    announce({ type: 'global', what: 'swapped' });
  });

  it('lists the records as cards or lines, and only the confirmed ones', async () => {
    records = [recordOfBram];
    await renderScreen(bram.id);
    expect(await screen.findByRole('article')).toBeDefined();
    fireEvent.click(screen.getByRole('radio', { name: 'List' }));
    const lines = within(await screen.findByRole('list', { name: 'Public records' }));
    expect(lines.getByRole('link', { name: /^Kingfisher/ }).getAttribute('href')).toBe(`/observations/${recordOfBram.id}`);
    expect(screen.queryByRole('article')).toBeNull();
    records = [];
    fireEvent.click(screen.getByRole('checkbox', { name: 'Only confirmed' }));
    expect(await screen.findByText('Nothing in this period and place.')).toBeDefined();
    expect(asked.some((path) => path.startsWith('/api/observations?') && path.includes('quality=confirmed'))).toBe(true);
  });

  it('lists what bram identified, without records of people that anna has blocked', async () => {
    await renderScreen(bram.id, '?view=identifications');
    const list = within(await screen.findByRole('list', { name: 'Identifications' }));
    expect(list.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([`/observations/${recordOfBram.id}`]);
    expect(list.getByText(/^Identified as Kingfisher · “By its bill” · chen/)).toBeDefined();
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
    expect(asked.filter((path) => path.startsWith('/api/community'))).toEqual([]);
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
    expect(button.getAttribute('aria-label')).toBe('Following bram');
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
    fireEvent.click(await screen.findByRole('button', { name: 'Block bram' }));
    expect(await screen.findByText(/^You’ve blocked this person/)).toBeDefined();
    expect(screen.queryByText('bram has no public records yet.')).toBeNull();
    expect(await queued()).toEqual([['PUT', `relation:block:${bram.id}`]]);
    fireEvent.click(screen.getByRole('button', { name: 'Unblock' }));
    expect(await screen.findByText('bram has no public records yet.')).toBeDefined();
  });

  it('lets anna report bram in the step that blocks him, says so, and lets her report him afterwards', async () => {
    await renderScreen(bram.id);
    await screen.findByText('bram has no public records yet.');
    isDown = true;
    fireEvent.click(screen.getByRole('button', { name: 'More' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Block' }));
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Report to the moderators too' }));
    fireEvent.click(screen.getByRole('button', { name: 'Block bram' }));
    await screen.findByText(/^You’ve blocked this person/);
    await waitFor(() => expect(notifier.store.getState().notice?.text).toMatch(/^Thank you\./));
    fireEvent.click(screen.getByRole('button', { name: 'Report this person' }));
    fireEvent.click(await screen.findByRole('radio', { name: 'Spam' }));
    expect(screen.queryByRole('checkbox')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(async () => expect((await queued()).filter(([, subject]) => subject!.startsWith('report:'))).toHaveLength(2));
  });
});
