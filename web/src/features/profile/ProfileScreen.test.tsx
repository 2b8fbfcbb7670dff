// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  BADGES,
  EXPERIENCE_CAUSES,
  getCommunityProfile,
  getMotivation,
  getOwnProfile,
  listIdentificationsOfPerson,
  listRelations,
  type Motivation,
  type OwnProfileTexts,
  putOwnProfile,
  type User,
} from '@veld/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { queryClient } from '../../shared/session/queries';
import { openUserDatabase } from '../../local/db/database';
import { saveObservation } from '../../local/records/observations';
import { freshPerson, observer, person } from '../../local/testing/people';
import { json, problem, VeldServer } from '../../local/testing/veld-server';
import { storedJourney, walkedTrack } from '../journeys/testing/journeys';
import { renderAs } from '../../testing/render-as';
import ProfileScreen from './ProfileScreen';

const TEXTS: OwnProfileTexts = {
  bio: 'Moths at night',
  languages: ['nl'],
  orcid: '0000-0002-1825-0097',
  links: ['https://example.org/anna/'],
  shares_badges: false,
  portrait_url: null,
};
const MOTIVATION: Motivation = {
  total_xp: 212,
  causes: EXPERIENCE_CAUSES.map((cause) => ({ cause, count: cause === 'species' ? 12 : 0, points: cause === 'species' ? 120 : 0 })),
  badges: BADGES.map(({ id, goal }) => ({
    id,
    progress: id === 'species_10' ? goal : id === 'species_100' ? 12 : 0,
    earned_at: id === 'species_10' ? '2026-05-17T10:00:00Z' : null,
  })),
};

describe('one’s own profile', () => {
  let anna: User;
  let stored: unknown[];
  beforeEach(() => {
    anna = freshPerson('anna', { total_xp: 212 });
    stored = [];
    queryClient.clear();
  });

  const render = (query = '', user = anna) => {
    const server = new VeldServer(user)
      .answer(listRelations, () => json({ data: [], followers: 0 }))
      .answer(listIdentificationsOfPerson, () => json({ data: [], next_cursor: null }))
      .answer(getMotivation, () => json({ data: MOTIVATION }))
      .answer(getOwnProfile, () => json({ data: TEXTS }))
      .answer(getCommunityProfile, () =>
        json({
          data: {
            ...TEXTS,
            id: user.id,
            name: 'anna',
            country_code: 'NL',
            is_pro: false,
            is_listed: false,
            observations: 7,
            species: 5,
            joined: null,
            level: null,
            badges: null,
            shares_needs: false,
            bio: '',
            orcid: null,
            links: [],
            languages: [],
          },
        }),
      )
      .answer(putOwnProfile, (_url, { body }) => {
        stored.push(body);
        const { orcid } = body as OwnProfileTexts;
        return orcid === 'WRONG'
          ? problem(422, 'validation', { errors: { orcid: ['This isn’t a valid ORCID iD.'] } })
          : json({ data: { ...TEXTS, ...(body as object) } });
      });
    return renderAs(user, <ProfileScreen />, { at: `/profile${query}`, server });
  };

  it('shows what anna wrote about herself, with safe links', async () => {
    await render();
    expect(await screen.findByText('Moths at night')).toBeDefined();
    expect(screen.getByText('Dutch')).toBeDefined();
    const link = screen.getByRole('link', { name: 'example.org/anna' });
    expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
      'https://example.org/anna/',
      expect.stringContaining('noreferrer'),
    ]);
    expect(screen.getByRole('link', { name: TEXTS.orcid! }).getAttribute('href')).toBe('https://orcid.org/0000-0002-1825-0097');
  });

  it('explains points by cause, and shows badges with their progress', async () => {
    await render('?tab=badges');
    expect(await screen.findByText('Level 2')).toBeDefined();
    expect(screen.getByText('Points still needed for level 3: 238')).toBeDefined();
    const row = within(screen.getByRole('rowheader', { name: 'A species new to you' }).closest('tr')!);
    expect(row.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['10', '12', '120']);
    const badge = within(screen.getByRole('heading', { name: '100 species' }).closest('li')!);
    expect(badge.getByText('12 of 100')).toBeDefined();
    expect(within(screen.getByRole('heading', { name: '10 species' }).closest('li')!).getByText(/^Bronze · /)).toBeDefined();
    expect(screen.getAllByRole('listitem')).toHaveLength(BADGES.length);
  });

  it('has no badges and asks for none with points and badges switched off', async () => {
    const user = freshPerson('anna', { preferences: { ...person('anna').preferences, gamification: false } });
    await render('?tab=badges', user);
    expect(await screen.findByText('Points and badges are turned off.')).toBeDefined();
    expect(screen.queryByText(/Level/)).toBeNull();
  });

  it('can be edited: an ORCID iD is read from an address, and empty links are left out', async () => {
    await render('?tab=edit');
    const orcid = await screen.findByLabelText('ORCID iD');
    fireEvent.change(orcid, { target: { value: 'https://orcid.org/0000-0002-1694-233x' } });
    fireEvent.change(screen.getByLabelText('Link 2'), { target: { value: ' ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save profile' }));
    await waitFor(() => expect(stored).toEqual([{ ...TEXTS, portrait_url: undefined, orcid: '0000-0002-1694-233X' }]));
  });

  it('says beside the field what is wrong', async () => {
    await render('?tab=edit');
    fireEvent.change(await screen.findByLabelText('ORCID iD'), { target: { value: 'wrong' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save profile' }));
    expect(await screen.findByText('This isn’t a valid ORCID iD.')).toBeDefined();
  });

  it('has species with their dates, figures by month, and identifications', async () => {
    const user = freshPerson('anna');
    const taxon = {
      id: 17,
      name: 'Kingfisher',
      scientific_name: 'Alcedo atthis',
      rank: 'species',
      group: 'bird' as const,
      image_url: null,
    };
    const database = openUserDatabase(user.id);
    for (const observed_on of ['2026-05-01', '2026-05-03'])
      await saveObservation(database, { taxon_id: 17, observed_on }, [], { user: observer(user), taxon });
    await render('?tab=species', user);
    expect(await screen.findByText(/^2 records · .*1.* – .*3/)).toBeDefined();
    fireEvent.click(screen.getByRole('radio', { name: 'Statistics' }));
    expect(await screen.findByRole('listitem', { name: 'May: 2 records' })).toBeDefined();
    fireEvent.click(screen.getByRole('radio', { name: 'Identifications' }));
    expect(await screen.findByText('You haven’t identified records of others here yet.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Identify' }).getAttribute('href')).toBe('/identify');
  });

  it('has own journeys with their effort and species, and without any the way to the first', async () => {
    const { unmount } = await render('?tab=journeys');
    expect(await screen.findByRole('link', { name: 'My journeys' })).toBeDefined();
    unmount();
    const user = freshPerson('anna');
    const database = openUserDatabase(user.id);
    const journey = await storedJourney(database, { name: 'Dune walk' }, walkedTrack(60));
    const draft = { taxon_id: 17, observed_on: '2026-05-09', observed_time: '10:05', journey_id: journey.id };
    await saveObservation(database, draft, [], { user: observer(user) });
    await saveObservation(database, { taxon_id: 17, observed_on: '2026-05-08' }, [], { user: observer(user) });
    await render('?tab=journeys', user);
    const link = await screen.findByRole('link', { name: /Dune walk$/ });
    expect(link.getAttribute('href')).toBe(`/journey/${journey.id}`);
    const card = within(link.closest('article')!);
    expect(await card.findByText('1 hr · 6.7 km')).toBeDefined();
    expect(card.getByText('1 record · 1 species')).toBeDefined();
    // The day of another record is no journey.
    expect(screen.getAllByRole('article')).toHaveLength(1);
  });

  it('shows how others see it', async () => {
    await render('?tab=preview');
    expect(await screen.findByText(/^You’re not listed in the community/)).toBeDefined();
    expect(within(screen.getByRole('region', { name: 'As others see it' })).queryByText('Moths at night')).toBeNull();
  });
});
