// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { getCommunityProfile, listObservations, type User } from '@veld/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { queryClient } from '../../app/queries';
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
  function renderScreen(id: string) {
    const server = new VeldServer(anna)
      .answer(listObservations, () => json({ data: [], next_cursor: null }))
      .answer(getCommunityProfile, ({ pathname }) => (pathname.endsWith(bram.id) ? json({ data: bramAsSeen }) : problem(404, 'not_found')));
    server.fault = ({ path }) => {
      asked.push(path);
      return isDown ? 'no-connection' : null;
    };
    return renderAs(anna, <PersonScreen />, { at: `/profile/${id}`, routes: { '/profile': <p>one’s own page</p> }, server });
  }

  it('shows who bram is and what he found', async () => {
    await renderScreen(bram.id);
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toContain('bram');
    expect(screen.getByText('Belgium')).toBeDefined();
    expect(screen.getByText('12')).toBeDefined();
    expect(await screen.findByText('bram has no public records yet.')).toBeDefined();
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
