// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { getFeed, listCommunityUsers, listSpecies, type User } from '@veld/contract';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { beforeEach, describe, expect, it } from 'vitest';
import { locationOfPlace } from '../shared/location/location-filter';
import CommunityScreen from '../features/community/CommunityScreen';
import DiscoverScreen from '../features/discover/DiscoverScreen';
import FeedScreen from '../features/feed/FeedScreen';
import MySpeciesScreen from '../features/species/MySpeciesScreen';
import { auth } from '../local/app/veld';
import { openUserDatabase } from '../local/db/database';
import { newId } from '../local/db/ids';
import { changeSavedPlaces } from '../local/changes/saved-places';
import { freshPerson } from '../local/testing/people';
import { json, problem, VeldServer } from '../local/testing/veld-server';
import { renderAs } from '../testing/render-as';
import { queryClient } from '../shared/session/queries';

let anna: User;
let server: VeldServer;
let asked: string[];

beforeEach(() => {
  anna = freshPerson('anna');
  asked = [];
  const note = ({ pathname, searchParams }: URL) =>
    asked.push(`${pathname} ${searchParams.get('country') ?? searchParams.get('place_id')}`);
  server = new VeldServer(anna)
    .answer(getFeed, (url) => (note(url), json({ data: [], events: [], next_cursor: null })))
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
  it('becomes the new country in the feed', async () => {
    await renderAs(anna, <FeedScreen />, { at: '/feed?country=NL', server });
    await waitFor(() => expect(asked).toContain('/api/feed NL'));
    await moveTo('BE');
    await waitFor(() => expect(asked).toContain('/api/feed BE'));
    await waitFor(() => expect(select().value).toBe('BE'));
    expect([...select().options].slice(0, 2).map(({ text }) => text)).toEqual(['Worldwide', 'Belgium']);
  });

  it('follows a change in another tab in the feed', async () => {
    await renderAs(anna, <FeedScreen />, { at: '/feed?location=NL', server });
    await waitFor(() => expect(asked).toContain('/api/feed NL'));
    moveInOtherTab('BE');
    await waitFor(() => expect(asked).toContain('/api/feed BE'));
  });

  it('becomes the new country in the community, from worldwide too, and the list is fetched again', async () => {
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

  it('becomes the new country in the species lists', async () => {
    await renderAs(anna, <MySpeciesScreen />, { at: '/my-species?location=worldwide', server });
    const filter = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Location' });
    expect(filter.value).toBe('worldwide');
    await moveTo('BE');
    await waitFor(() => expect(filter.value).toBe('BE'));
    expect(filter.selectedOptions[0]!.textContent).toBe('Belgium');
    expect(screen.getByRole('radio', { name: /^All species/ })).toHaveProperty('checked', true);
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
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Worldwide' })).toHaveProperty('checked', true));
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
    await renderAs(anna, pages, { at: '/feed?location=NL', routes, server });
    await waitFor(() => expect(asked).toEqual(['/api/feed NL']));
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

  it('can be a saved place, in the feed, the community, the species lists and Discover, by the address too', async () => {
    const place = savedPlace('Marsh', 52.09, 5.12);
    await changeSavedPlaces(openUserDatabase(anna.id), () => [place]);
    const pages = (
      <>
        <FeedScreen />
        <Link to="/community">to the people</Link>
        <Link to="/my-species">to the species</Link>
        <Link to="/discover">to Discover</Link>
      </>
    );
    const routes = {
      '/community': <Shown of={<CommunityScreen />} />,
      '/my-species': <Shown of={<MySpeciesScreen />} />,
      '/discover': <Shown of={<DiscoverScreen />} />,
    };
    await renderAs(anna, pages, { at: '/feed?country=NL', routes, server });
    await waitFor(() => expect([...select().options].map(({ text }) => text)).toContain('Marsh'));
    choose(locationOfPlace(place.id));
    await waitFor(() => expect(asked.at(-1)).toBe(`/api/feed ${place.id}`));
    expect(await screen.findByText('No public records here yet: Marsh.')).toBeDefined();
    for (const [link, done] of [
      ['to the people', () => expect(asked.at(-1)).toBe(`/api/community/users ${place.id}`)],
      ['to the species', () => expect(screen.getByRole('radio', { name: /^All species/ })).toBeDefined()],
      ['to Discover', () => expect(screen.getByRole('heading', { name: 'Discover' })).toBeDefined()],
    ] as const) {
      act(() => screen.getByText(link).click());
      await waitFor(done);
      await waitFor(() => expect(select().selectedOptions[0]?.text).toBe('Marsh'));
    }
    await act(() => changeSavedPlaces(openUserDatabase(anna.id), () => []));
    await waitFor(() => expect(select().selectedOptions[0]?.text).toBe('Deleted place'));
  });

  it('says that the server does not have a place yet', async () => {
    const place = savedPlace('Marsh', 52.09, 5.12);
    await changeSavedPlaces(openUserDatabase(anna.id), () => [place]);
    server.answer(getFeed, () => problem(404, 'not_found'));
    await renderAs(anna, <FeedScreen />, { at: `/feed?place_id=${place.id}`, server });
    expect(await screen.findByText(/^The server doesn’t have this place yet/)).toBeDefined();
  });

  it('gets the species list of another country from the server, and says so if it cannot', async () => {
    let isDown = false;
    server.answer(listSpecies, (url) => {
      asked.push(`${url.pathname} ${url.searchParams.get('country')}`);
      return isDown ? problem(503, 'unavailable') : json({ 'Example kingfisher': 900_001 });
    });
    await renderAs(anna, <MySpeciesScreen />, { at: '/my-species?country=PL', server });
    expect(await screen.findByText('Example kingfisher')).toBeDefined();
    expect(asked).toContain('/api/species PL');
    isDown = true;
    choose('DE');
    expect(await screen.findByText('Germany: couldn’t load this species list.', {}, { timeout: 15_000 })).toBeDefined();
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Example kingfisher')).toBeDefined();
    expect(screen.queryByText('Germany: couldn’t load this species list.')).toBeNull();
  });
});

function savedPlace(name: string, latitude: number, longitude: number) {
  return { id: newId(), name, kind: 'patch' as const, latitude, longitude, uncertainty_m: null, notes: '' };
}

function Shown({ of }: { of: ReactNode }) {
  return (
    <>
      {of}
      <Link to="/community">to the people</Link>
      <Link to="/my-species">to the species</Link>
      <Link to="/discover">to Discover</Link>
    </>
  );
}

function Back() {
  const navigate = useNavigate();
  return <button onClick={() => void navigate(-1)}>back</button>;
}
