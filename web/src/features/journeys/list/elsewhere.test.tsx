// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { type ListedJourney, listJourneys } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { openUserDatabase } from '../../../local/db/database';
import { storePoints } from '../../../local/records/journeys/point-log';
import { bram, freshPerson, observer } from '../../../local/testing/people';
import { json, VeldServer } from '../../../local/testing/veld-server';
import { renderAs } from '../../../testing/render-as';
import { storedJourney, walkedTrack } from '../testing/journeys';
import EffortTiles from './EffortTiles';
import SharedJourneys from './SharedJourneys';

const shared = (name: string, started_on: string): ListedJourney => ({
  id: crypto.randomUUID(),
  user: observer(bram),
  name,
  protocol: 'transect',
  target_groups: [],
  complete_groups: [],
  sharing: 'full',
  started_on,
  duration_s: 5400,
  observers: 1,
  records: 4,
  species: 3,
});

describe('journeys elsewhere', () => {
  it('are listed for a person who shares them, and a person without says so', async () => {
    const journeys = [shared('Marsh', '2026-05-09')];
    const asked: string[] = [];
    const server = new VeldServer(freshPerson('anna')).answer(listJourneys, (url) => {
      asked.push(url.search);
      return json({ data: url.searchParams.get('user_id') === bram.id ? journeys : [], next_cursor: null });
    });
    const { unmount } = await renderAs(freshPerson('anna'), <SharedJourneys userId={bram.id} />, { server });
    const link = await screen.findByRole('link', { name: 'Marsh' });
    expect(link.getAttribute('href')).toBe(`/journey/${journeys[0]!.id}`);
    expect(screen.getByText(/May 9, 2026 · Transect/)).toBeDefined();
    expect(screen.getByText('1 hr 30 min · 4 records · 3 species')).toBeDefined();
    expect(asked[0]).toContain(`user_id=${bram.id}`);
    unmount();
    await renderAs(freshPerson('anna'), <SharedJourneys userId={crypto.randomUUID()} />);
    expect(await screen.findByText('This person doesn’t share any journeys.')).toBeDefined();
  });

  it('count as effort of their period: number, time, distance and complete lists', async () => {
    const anna = freshPerson('anna');
    const database = openUserDatabase(anna.id);
    await storedJourney(database, { complete_groups: [{ group: 'bird', is_complete: true }] }, walkedTrack(60));
    const late = await storedJourney(database);
    await database.journeys.update(late.id, { server_points: 31 });
    const { unmount } = await renderAs(anna, <EffortTiles period="all" group={null} />);
    // Nothing is summed up while the track of one is still to come from another device.
    await waitFor(() => expect(screen.getAllByText('…')).toHaveLength(2));
    await storePoints(database, late.id, walkedTrack(30));
    await database.journeys.update(late.id, { fetched_points: 31 });
    // 90 minutes at 111 m each.
    expect(await screen.findByText('10 km')).toBeDefined();
    const values = ['journeys', 'in the field', 'complete list'].map((label) =>
      screen.getByText(label).previousElementSibling!.textContent.replaceAll('\u00a0', ' '),
    );
    expect(values).toEqual(['2', '1 hr 30 min', '1']);
    unmount();
    const { container } = await renderAs(anna, <EffortTiles period="yesterday" group={null} />);
    expect(within(container).queryByText('journeys')).toBeNull();
  });
});
