// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import type { User } from '@veld/contract';
import type { ReactNode } from 'react';
import { beforeEach, expect, it } from 'vitest';
import DashboardScreen from './DashboardScreen';
import { neighboursIn } from '../../shared/records/own';
import ProfileScreen from '../profile/ProfileScreen';
import { openUserDatabase } from '../../local/db/database';
import { saveObservation } from '../../local/records/observations';
import { ownRecordIds } from '../../local/records/own-count';
import { freshPerson, observer } from '../../local/testing/people';
import { renderAs } from '../../testing/render-as';

let anna: User;
const ids = new Map<string, string>();

/** Saved in another order than they were observed in. */
beforeEach(async () => {
  anna = freshPerson('anna');
  for (const [verbatim_name, observed_on, observed_time] of [
    ['noon', '2026-05-10', '12:00'],
    ['long ago', '1998-06-01', '09:00'],
    ['evening', '2026-05-10', '21:00'],
    ['undated', null, null],
    ['morning', '2026-05-10', '06:30'],
  ] as const) {
    const draft = { verbatim_name, observed_on, observed_time };
    ids.set(verbatim_name, await saveObservation(openUserDatabase(anna.id), draft, [], { user: observer(anna) }));
  }
});

const LATEST_FIRST = ['evening', 'noon', 'morning', 'long ago', 'undated'];

it.each<[string, ReactNode, string]>([
  ['Today', <DashboardScreen key="today" />, '/'],
  ['the profile', <ProfileScreen key="profile" />, '/profile'],
])('the own records on %s are in the order of the observations, the latest first', async (_, shown, at) => {
  await renderAs(anna, shown, { at });
  const links = () =>
    screen.getAllByRole('link').flatMap((link) => /^\/observations\/(.+)$/.exec(link.getAttribute('href') ?? '')?.[1] ?? []);
  const named = () => [...new Set(links())].map((id) => [...ids].find(([, one]) => one === id)?.[0]);
  await waitFor(() => expect(named().length).toBeGreaterThan(2));
  expect(named()).toEqual(LATEST_FIRST.slice(0, named().length));
});

it('the neighbours of a record are those of that order', async () => {
  const order = await ownRecordIds(openUserDatabase(anna.id));
  expect(neighboursIn(order, ids.get('noon')!)).toEqual({
    number: 2,
    total: 5,
    previous: ids.get('evening'),
    next: ids.get('morning'),
  });
});
