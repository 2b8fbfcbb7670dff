// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { type CommunityUser, getLeaderboard, listCommunityUsers, listProjects, type User } from '@veld/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openUserDatabase } from '../../local/db/database';
import { newId } from '../../local/db/ids';
import { auth } from '../../local/app/veld';
import { freshPerson } from '../../local/testing/people';
import { json, VeldServer } from '../../local/testing/veld-server';
import { renderAs } from '../../testing/render-as';
import CommunityScreen from './CommunityScreen';

const listed = (user: Pick<User, 'id' | 'name' | 'country_code'>, species: number): CommunityUser => ({
  id: user.id,
  name: user.name,
  country_code: user.country_code,
  is_pro: false,
  is_listed: true,
  observations: species * 2,
  species,
});

let anna: User;
let asked: string[];
let others: CommunityUser[];

function renderScreen(at = '/community') {
  const server = new VeldServer(anna).answer(listCommunityUsers, (url) => {
    asked.push(url.searchParams.get('country') ?? '');
    return json({ data: [...others, listed(anna, 3)], totals: { people: 40, observations: 900, species: 300 } });
  });
  return renderAs(anna, <CommunityScreen />, { at, server });
}

const listedLinks = () => screen.getAllByRole('listitem').map((row) => row.querySelector('a')?.getAttribute('href'));

describe('the community of a country', () => {
  beforeEach(() => {
    anna = freshPerson('anna');
    asked = [];
    others = [listed({ id: newId(), name: 'chen', country_code: 'NL' }, 9), listed({ id: newId(), name: 'bram', country_code: 'NL' }, 5)];
  });

  it('requests anna’s country, and pins her above people with more species', async () => {
    await renderScreen();
    await screen.findByText('chen');
    expect(asked).toEqual(['NL']);
    expect(listedLinks()).toEqual(['/profile', `/profile/${others[0]!.id}`, `/profile/${others[1]!.id}`]);
    expect(screen.getByText('900').closest('a')?.getAttribute('href')).toBe('/feed?country=NL');
  });

  it('requests the whole world if the address says so, or if anna has no country', async () => {
    await renderScreen('/community?location=worldwide');
    await screen.findByText('chen');
    cleanup();
    anna = freshPerson('anna', { country_code: null });
    await renderScreen();
    await screen.findByText('chen');
    expect(asked).toEqual(['worldwide', 'worldwide']);
  });

  it('lets anna follow people, but not herself', async () => {
    await renderScreen();
    fireEvent.click(await screen.findByRole('button', { name: 'Follow chen' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Following chen' }).getAttribute('aria-pressed')).toBe('true'));
    expect(screen.getByRole('button', { name: 'Follow bram' }).getAttribute('aria-pressed')).toBe('false');
    expect(screen.queryByRole('button', { name: 'Follow anna' })).toBeNull();
    expect((await openUserDatabase(anna.id).outbox.toArray()).map(({ subject }) => subject)).toEqual([`relation:follow:${others[0]!.id}`]);
  });

  it('finds people by name, whatever their accents, and orders them', async () => {
    others = [
      listed({ id: newId(), name: 'Zoë', country_code: 'NL' }, 9),
      { ...listed({ id: newId(), name: 'bram', country_code: 'NL' }, 5), observations: 90 },
    ];
    const names = () => screen.getAllByRole('listitem').map((row) => row.querySelector('a')?.textContent?.match(/anna|Zoë|bram/)?.[0]);
    await renderScreen();
    await screen.findByText('Zoë');
    const order = screen.getByRole('combobox', { name: 'Order' });
    fireEvent.change(order, { target: { value: 'records' } });
    await waitFor(() => expect(names()).toEqual(['anna', 'bram', 'Zoë']));
    fireEvent.change(order, { target: { value: 'name' } });
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search people' }), { target: { value: 'zoe' } });
    await waitFor(() => expect(names()).toEqual(['Zoë']));
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search people' }), { target: { value: 'nobody' } });
    fireEvent.click(await screen.findByRole('button', { name: 'Show everyone' }));
    await waitFor(() => expect(names()).toEqual(['anna', 'bram', 'Zoë']));
  });

  it('says so when nobody else is listed', async () => {
    others = [];
    await renderScreen();
    expect(await screen.findByText('Netherlands: nobody else is listed yet.')).toBeDefined();
    expect(listedLinks()).toEqual(['/profile']);
    fireEvent.click(screen.getByRole('button', { name: 'Worldwide' }));
    await waitFor(() => expect(asked.at(-1)).toBe('worldwide'));
  });

  it('lets anna join and leave the list, also offline', async () => {
    await renderScreen();
    const toggle = await screen.findByRole('switch', { name: /^Show me in this list/ });
    fireEvent.click(toggle);
    await waitFor(() => expect(auth.state().user?.preferences.community_opt_in).toBe(true));
    const waiting = await openUserDatabase(anna.id).outbox.toArray();
    expect(waiting.map(({ subject, input }) => [subject, input.body])).toEqual([
      ['preference:community_opt_in', { community_opt_in: true }],
    ]);
    fireEvent.click(screen.getByRole('switch', { name: /^Show me in this list/ }));
    await waitFor(() => expect(auth.state().user?.preferences.community_opt_in).toBe(false));
  });

  it('does not ask people to join who are listed already', async () => {
    anna = freshPerson('anna', { preferences: { ...anna.preferences, community_opt_in: true } });
    await renderScreen();
    await screen.findByText('chen');
    expect(screen.queryByRole('switch')).toBeNull();
  });

  it('logs a failure, like every failed query, and offers to try again', async () => {
    const logged = vi.spyOn(console, 'warn').mockReturnValue();
    const server = new VeldServer(anna).answer(listCommunityUsers, () => json({ code: 'internal', title: 'Broken' }, 500));
    await renderAs(anna, <CommunityScreen />, { at: '/community', server });
    await screen.findByRole('button', { name: /retry|again/i });
    expect(logged).toHaveBeenCalledWith('Query', 'community', expect.objectContaining({ status: 500 }));
  });

  it('requests the list again when anna’s country changes, also where the address names the location', async () => {
    const moveTo = (country_code: string) =>
      act(async () => {
        await auth.storeUser({ ...anna, country_code }, 'token-1');
        await auth.settled();
      });
    await renderScreen();
    await screen.findByText('chen');
    await moveTo('BE');
    await waitFor(() => expect(asked.at(-1)).toBe('BE'));

    cleanup();
    await renderScreen('/community?location=worldwide');
    await waitFor(() => expect(asked.at(-1)).toBe('worldwide'));
    await moveTo('DE');
    await waitFor(() => expect(asked.at(-1)).toBe('DE'));
  });
});

describe('the other sections', () => {
  beforeEach(() => {
    anna = freshPerson('anna');
    asked = [];
    others = [];
  });

  it('lead from an empty leaderboard to all time, and then to the whole world', async () => {
    const boards: string[] = [];
    const server = new VeldServer(anna).answer(getLeaderboard, ({ searchParams }) => {
      boards.push(`${searchParams.get('period')} ${searchParams.get('country')}`);
      return json({ data: [], own: null });
    });
    await renderAs(anna, <CommunityScreen />, { at: '/community?section=leaderboards', server });
    fireEvent.click(await screen.findByRole('button', { name: 'All time' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Worldwide' }));
    await waitFor(() => expect(boards.at(-1)).toBe('all worldwide'));
    expect(boards).toEqual(['this_month NL', 'all NL', 'all worldwide']);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Worldwide' })).toBeNull());
  });

  it('show a leaderboard with the user’s own rank outside the first ones, and why these numbers', async () => {
    const queries: string[] = [];
    const row = (name: string, rank: number, value: number) => ({
      id: name === 'anna' ? anna.id : newId(),
      name,
      is_pro: false,
      rank,
      value,
    });
    const server = new VeldServer(anna).answer(getLeaderboard, (url) => {
      queries.push(`${url.pathname.split('/').at(-1)}?${url.searchParams}`);
      return json({ data: [row('chen', 1, 9), row('bram', 1, 9)], own: row('anna', 70, 2) });
    });
    await renderAs(anna, <CommunityScreen />, { at: '/community?section=leaderboards', server });
    await screen.findByText('chen');
    expect(queries).toEqual(['confirmed_species?period=this_month&country=NL']);
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^1.*chen9 species$/),
      expect.stringMatching(/^1.*bram9 species$/),
      expect.stringMatching(/^70.*annaYou2 species$/),
    ]);
    expect(screen.getByRole('heading', { name: 'Why these numbers' })).toBeDefined();
    expect(screen.getByText('You aren’t on the leaderboards.', { exact: false })).toBeDefined();
    fireEvent.change(screen.getByLabelText('Order by'), { target: { value: 'confirmed_share' } });
    await waitFor(() => expect(queries.at(-1)).toBe('confirmed_share?period=this_month&country=NL'));
    expect(await screen.findAllByText('9%')).toBeDefined();
  });

  it('show the projects that run in the country', async () => {
    const server = new VeldServer(anna).answer(listProjects, () => json({ data: [], next_cursor: null }));
    await renderAs(anna, <CommunityScreen />, { at: '/community?section=projects', server });
    expect(await screen.findByText('No project is running at the moment.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'All projects' }).getAttribute('href')).toBe('/projects');
    expect(server.asked.at(-1)!.path).toContain('/api/projects');
  });
});
