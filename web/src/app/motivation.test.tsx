// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { getMotivation, listToasts, type Motivation, type Toast, type User } from '@veld/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { auth } from '../local/app/veld';
import { openUserDatabase } from '../local/db/database';
import { freshPerson, person } from '../local/testing/people';
import { json, VeldServer } from '../local/testing/veld-server';
import { renderAs } from '../testing/render-as';
import { queryClient, withQueries } from '../shared/session/queries';
import MotivationHost from '../features/motivation/MotivationHost';
import { Notices } from './Notices';

const Host = withQueries(MotivationHost);
const ALL_WIZARDS = ['welcome', 'first-record', 'gps', 'names', 'offline-pack', 'journeys', 'privacy', 'identify'];
const EARNED: Motivation = { total_xp: 40, causes: [], badges: [{ id: 'first_record', progress: 1, earned_at: '2026-05-17T10:00:00Z' }] };

let went: string[];
beforeEach(() => {
  went = [];
  queryClient.clear();
});

const anna = (change: Partial<User> = {}) => freshPerson('anna', { wizards_seen: ALL_WIZARDS, ...change });

interface Shown {
  at?: string;
  motivation?: Motivation;
  toasts?: Toast[];
}

/** The app’s frame knows the address; here only what lasts is of interest. */
const render = (user: User, { at = '/', motivation = { ...EARNED, badges: [] }, toasts = [] }: Shown = {}) => {
  const server = new VeldServer(user)
    .answer(getMotivation, () => json({ data: motivation }))
    .answer(listToasts, () => json({ data: toasts }));
  const app = (
    <>
      <Host />
      <Notices goTo={(address) => went.push(address)} />
    </>
  );
  return renderAs(user, app, { at, server, routes: { '/profile': app } });
};
/** Closes one notice; the device may have others, from tests of other files. */
const close = (text: string | RegExp) =>
  fireEvent.click(within(screen.getByText(text).closest<HTMLElement>('[data-type]')!).getByRole('button', { name: 'Close' }));
const seen = () => auth.state().user!;

describe('badges that were earned', () => {
  it('are announced once, and are seen on all devices from then on', async () => {
    const user = anna();
    await render(user, { motivation: EARNED });
    expect(await screen.findByText('New badges: First record')).toBeDefined();
    await waitFor(() => expect(seen().badges_seen).toEqual(['first_record']));
    const queued = await openUserDatabase(user.id).outbox.toArray();
    expect(queued.map(({ subject }) => subject)).toEqual(['badge:first_record']);
    close('New badges: First record');
    expect(screen.queryByText(/New badges/)).toBeNull();
    cleanup();
    await render(user, { motivation: EARNED });
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(screen.queryByText(/New badges/)).toBeNull();
  });

  it('wait while somebody is recording', async () => {
    await render(anna({ badges: ['first_record'] }), { at: '/observe', motivation: EARNED });
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(screen.queryByText(/New badges/)).toBeNull();
    expect(seen().badges_seen).toEqual([]);
  });

  it('are counted if there are many', async () => {
    await render(anna({ badges: ['first_record', 'species_10', 'week_5', 'group_bird'] }));
    expect(await screen.findByText('New badges: 4')).toBeDefined();
  });

  it('are not mentioned with points and badges switched off, and are seen', async () => {
    const preferences = { ...person('anna').preferences, gamification: false };
    await render(anna({ badges: ['first_record'], preferences }));
    await waitFor(() => expect(seen().badges_seen).toEqual(['first_record']));
    expect(screen.queryByText(/New badges/)).toBeNull();
  });
});

describe('messages of the administrators', () => {
  const toast = (id: string): Toast => ({ id, level: 'info', text: `Message ${id}`, link: '/feed', ends_at: null });

  it('come one at a time, each once', async () => {
    await render(anna({ toasts_seen: ['old'] }), { toasts: [toast('old'), toast('one'), toast('two')] });
    const first = await screen.findByText('Message one');
    expect(first.closest('[role=status]')).not.toBeNull();
    expect(screen.queryByText(/Message (old|two)/)).toBeNull();
    await waitFor(() => expect(seen().toasts_seen).toEqual(['old', 'one']));
    close('Message one');
    expect(await screen.findByText('Message two')).toBeDefined();
    expect(screen.queryByText('Message one')).toBeNull();
  });

  it('wait while somebody is recording', async () => {
    await render(anna(), { at: '/observe', toasts: [toast('one')] });
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(screen.queryByText('Message one')).toBeNull();
    expect(seen().toasts_seen).toEqual([]);
  });
});
