// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { getFeed, type ListedJourney, listJourneys, listRelations, listSuggestedPeople } from '@veld/contract';
import { expect, it } from 'vitest';
import { openUserDatabase } from '../../local/db/database';
import { newId } from '../../local/db/ids';
import { setRelation } from '../../local/changes/relations';
import { bram, freshPerson, observer } from '../../local/testing/people';
import { json, VeldServer } from '../../local/testing/veld-server';
import { renderAs } from '../../testing/render-as';
import FeedScreen from './FeedScreen';

const shared = (name: string, user: ListedJourney['user']): ListedJourney => ({
  id: newId(),
  user,
  name,
  protocol: 'transect',
  target_groups: [],
  complete_groups: [],
  sharing: 'cells',
  started_on: '2026-05-09',
  duration_s: 5400,
  observers: 1,
  records: 4,
  species: 3,
});

it('the feed has the journeys of people that the user follows, until they are muted', async () => {
  const anna = freshPerson('anna');
  const database = openUserDatabase(anna.id);
  const journeys = [shared('Marsh', observer(bram)), shared('Of a stranger', { id: newId(), name: 'chen', is_pro: false })];
  const server = new VeldServer(anna)
    .answer(getFeed, () => json({ data: [], next_cursor: null, events: [] }))
    .answer(listRelations, () =>
      json({ data: [{ kind: 'follow', user: observer(bram), created_at: '2026-05-01T00:00:00Z' }], followers: 0 }),
    )
    .answer(listSuggestedPeople, () => json({ data: { people: [] } }))
    .answer(listJourneys, () => json({ data: journeys, next_cursor: null }));
  await setRelation(database, { kind: 'follow', id: bram.id, isOn: true });
  await renderAs(anna, <FeedScreen />, { at: '/feed?tab=following', server });
  expect((await screen.findByRole('link', { name: 'Marsh' })).getAttribute('href')).toBe(`/journey/${journeys[0]!.id}`);
  expect(screen.getByRole('link', { name: 'bram' })).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Of a stranger' })).toBeNull();
  await act(() => setRelation(database, { kind: 'mute', id: bram.id, isOn: true }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Marsh' })).toBeNull());
});
