// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { getFeed, listCommunityUsers, type User } from '@veld/contract';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { beforeEach, describe, expect, it } from 'vitest';
import CommunityScreen from '../features/community/CommunityScreen';
import FeedScreen from '../features/feed/FeedScreen';
import MySpeciesScreen from '../features/species/MySpeciesScreen';
import { auth } from '../local/app/veld';
import { freshPerson } from '../local/testing/people';
import { json, VeldServer } from '../local/testing/veld-server';
import { renderAs } from '../testing/render-as';
import { queryClient } from './queries';

let anna: User;
let server: VeldServer;
let asked: string[];

beforeEach(() => {
  anna = freshPerson('anna');
  asked = [];
  const note = (url: URL) => asked.push(`${url.pathname} ${url.searchParams.get('country')}`);
  server = new VeldServer(anna)
    .answer(getFeed, (url) => (note(url), json({ data: [], next_cursor: null })))
    .answer(listCommunityUsers, (url) => (note(url), json({ data: [], totals: { people: 0, observations: 0, species: 0 } })));
});

/** The country as the server has it, after it was changed in the settings or on another device. */
async function moveTo(country_code: string | null): Promise<void> {
  await act(async () => {
    await auth.storeUser({ ...anna, country_code }, 'token-1');
    await auth.settled();
  });
}

/** The country changed in another tab: this one gets the stored state, and no event. */
function moveInOtherTab(country_code: string): void {
  act(() => auth.store.setState({ user: { ...anna, country_code }, userCountryCode: country_code }));
}

const select = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Location' });
const choose = (value: string) => fireEvent.change(select(), { target: { value } });

describe('the location filter', () => {
  it('of the feed becomes the new country', async () => {
    await renderAs(anna, <FeedScreen />, { at: '/feed?location=NL', server });
    await waitFor(() => expect(asked).toContain('/api/feed NL'));
    await moveTo('BE');
    await waitFor(() => expect(asked).toContain('/api/feed BE'));
    await waitFor(() => expect(select().value).toBe('BE'));
    expect([...select().options].slice(0, 2).map(({ text }) => text)).toEqual(['Worldwide', 'Belgium']);
  });

  it('of the feed follows a change in another tab', async () => {
    await renderAs(anna, <FeedScreen />, { at: '/feed?location=NL', server });
    await waitFor(() => expect(asked).toContain('/api/feed NL'));
    moveInOtherTab('BE');
    await waitFor(() => expect(asked).toContain('/api/feed BE'));
  });

  it('of the community becomes the new country, from worldwide too, and the list is fetched again', async () => {
    await renderAs(anna, <CommunityScreen />, { at: '/community?location=worldwide', server });
    await waitFor(() => expect(asked).toEqual(['/api/community/users worldwide']));
    moveInOtherTab('BE');
    await waitFor(() => expect(asked).toContain('/api/community/users BE'));
  });

  it('is fetched again although its screen is not mounted', async () => {
    await renderAs(anna, <Link to="/community">to the people</Link>, { at: '/', routes: { '/community': <CommunityScreen /> }, server });
    queryClient.setQueryData(['community', 'BE'], { data: [], totals: { people: 1, observations: 1, species: 1 } });
    moveInOtherTab('BE');
    act(() => screen.getByText('to the people').click());
    await waitFor(() => expect(asked).toContain('/api/community/users BE'));
  });

  it('of the species lists becomes the new country', async () => {
    await renderAs(anna, <MySpeciesScreen />, { at: '/my-species?location=worldwide', server });
    const filter = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Location' });
    expect(filter.value).toBe('worldwide');
    await moveTo('BE');
    await waitFor(() => expect(filter.value).toBe('country'));
    expect(filter.selectedOptions[0]!.textContent).toBe('Belgium');
    expect(screen.getByRole('radio', { name: 'All species' })).toHaveProperty('checked', true);
  });

  it('chosen before the change gives way when anna comes back to its screen, and one chosen since stays', async () => {
    const feed = (
      <>
        <FeedScreen />
        <Link to="/settings/profile">settings</Link>
      </>
    );
    await renderAs(anna, feed, { at: '/feed?location=NL', routes: { '/settings/profile': <Back /> }, server });
    await waitFor(() => expect(asked).toEqual(['/api/feed NL']));
    act(() => screen.getByText('settings').click());
    await screen.findByText('back');
    await moveTo('BE');
    act(() => screen.getByText('back').click());
    await waitFor(() => expect(asked.at(-1)).toBe('/api/feed BE'));
    choose('worldwide');
    await waitFor(() => expect(asked.at(-1)).toBe('/api/feed worldwide'));
    act(() => screen.getByText('settings').click());
    act(() => screen.getByText('back').click());
    await waitFor(() => expect(select().value).toBe('worldwide'));
  });

  it('chosen on one screen is that of the others that can show it, until the country changes', async () => {
    const pages = (
      <>
        <FeedScreen />
        <Link to="/community">to the people</Link>
        <Link to="/my-species">to the species</Link>
      </>
    );
    const routes = { '/community': <Shown of={<CommunityScreen />} />, '/my-species': <Shown of={<MySpeciesScreen />} /> };
    await renderAs(anna, pages, { at: '/feed', routes, server });
    await waitFor(() => expect(asked).toEqual(['/api/feed worldwide']));
    choose('PL');
    await waitFor(() => expect(asked.at(-1)).toBe('/api/feed PL'));
    act(() => screen.getByText('to the people').click());
    await waitFor(() => expect(asked.at(-1)).toBe('/api/community/users PL'));
    choose('worldwide');
    await waitFor(() => expect(asked.at(-1)).toBe('/api/community/users worldwide'));
    act(() => screen.getByText('to the species').click());
    await waitFor(() => expect(select().value).toBe('worldwide'));
    await moveTo('BE');
    act(() => screen.getByText('to the people').click());
    await waitFor(() => expect(asked.at(-1)).toBe('/api/community/users BE'));
  });
});

function Shown({ of }: { of: ReactNode }) {
  return (
    <>
      {of}
      <Link to="/community">to the people</Link>
      <Link to="/my-species">to the species</Link>
    </>
  );
}

function Back() {
  const navigate = useNavigate();
  return <button onClick={() => void navigate(-1)}>back</button>;
}
