// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import {
  getObservation,
  listObservationChanges,
  listObservationHistory,
  ObservationDraft,
  type User,
  type PublicObservation,
} from '@veld/contract';
import i18next from 'i18next';
import { beforeEach, describe, expect, it } from 'vitest';
import { notifier } from '../../local/app/veld';
import { openUserDatabase } from '../../local/db/database';
import { newId } from '../../local/db/ids';
import type { LocalObservation } from '../../local/db/rows';
import { freshPerson } from '../../local/testing/people';
import { json, problem, VeldServer } from '../../local/testing/veld-server';
import { renderAs } from '../../testing/render-as';
import { recordOfForm } from '../recording/testing/records';
import ObservationScreen, { RecordMap } from './ObservationScreen';

let anna: User;
beforeEach(() => {
  anna = freshPerson('anna');
});

async function renderScreen(record: LocalObservation, server?: VeldServer) {
  await openUserDatabase(anna.id).observations.put(record);
  await renderAs(anna, <ObservationScreen />, { at: `/observations/${record.id}`, ...(server && { server }) });
  await screen.findByRole('heading', { level: 1 });
}

const save = (version: number, notes: string) => ({
  version,
  saved_at: '2026-05-10T08:00:00Z',
  device_name: null,
  record: { ...ObservationDraft.parse({ taxon_id: 7 }), notes, media: [], attributes: {} },
});

describe('the history of an own record', () => {
  it('loads further pages, and shows what each version changed, across pages and down to the first', async () => {
    const record = recordOfForm({ notes: 'note 45' }, { version: 45 });
    const versions = Array.from({ length: 45 }, (_, index) => save(45 - index, `note ${45 - index}`));
    const asked: (string | null)[] = [];
    let isDown = false;
    const server = new VeldServer(anna).answer(listObservationHistory, (url) => {
      const cursor = url.searchParams.get('cursor');
      asked.push(cursor);
      if (isDown) return problem(503, 'unavailable');
      const from = cursor === null ? 0 : Number(cursor);
      return json({ data: versions.slice(from, from + 20), next_cursor: from + 20 < versions.length ? String(from + 20) : null });
    });
    await renderScreen(record, server);
    const changes = () => screen.queryAllByText(/^note \d+ → note \d+$/).map((line) => line.textContent);
    const changesDownTo = (last: number) =>
      Array.from({ length: 46 - last }, (_, index) => `Notes note ${44 - index} → note ${45 - index}`);
    const more = () => fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(changes()).toEqual(changesDownTo(41)));
    expect(asked).toEqual([null]);
    more();
    await waitFor(() => expect(changes()).toEqual(changesDownTo(21)));
    expect(asked).toEqual([null, '20']);
    isDown = true;
    more();
    await waitFor(() => expect(screen.queryByText(/Couldn’t load the history/)).not.toBeNull());
    // The version whose predecessor is not loaded is not described as the oldest.
    expect(changes()).toEqual(changesDownTo(7));
    expect(screen.queryByText('Earlier versions are no longer kept')).toBeNull();
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('First saved');
    expect(changes()).toEqual(changesDownTo(2));
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    expect(screen.queryByText(/Couldn’t load the history/)).toBeNull();
  });

  it('says that it could not be loaded, and loads it on request', async () => {
    const record = recordOfForm({ notes: 'two' }, { version: 2 });
    let isDown = true;
    const server = new VeldServer(anna).answer(listObservationHistory, () =>
      isDown ? problem(500, 'internal') : json({ data: [save(2, 'two'), save(1, 'one')], next_cursor: null }),
    );
    await renderScreen(record, server);
    await screen.findByText(/Couldn’t load the history/);
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('First saved');
    expect(screen.queryByText(/Couldn’t load the history/)).toBeNull();
  });

  it('keeps the focus at a restored version, also while the history is loaded again', async () => {
    const record = recordOfForm({ notes: 'two' }, { version: 2 });
    const server = new VeldServer(anna).answer(listObservationHistory, () =>
      json({ data: [save(2, 'two'), save(1, 'one')], next_cursor: null }),
    );
    await renderScreen(record, server);
    const take = await screen.findByRole('button', { name: 'Restore this version' });
    take.focus();
    fireEvent.click(take);
    const database = openUserDatabase(anna.id);
    await waitFor(async () => expect(await database.observations.get(record.id)).toMatchObject({ notes: 'one' }));
    await waitFor(() => expect(document.activeElement).toBe(take));
    // It was sent, and the server's list with it takes a while.
    server.answer(listObservationHistory, () => new Promise(() => {}));
    await database.observations.update(record.id, { version: 3, notes: 'sent' });
    await screen.findByText('sent');
    expect(document.activeElement).toBe(take);
  });
});

describe('the page of an own record', () => {
  it('says that its name is no longer in the taxonomy, and links to choose another', async () => {
    const lost = recordOfForm({}, { needs_review: true });
    await renderScreen(lost);
    expect(screen.getByText(/no longer in the taxonomy/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Choose a name' }).getAttribute('href')).toBe(`/observe?edit=${lost.id}`);
  });

  it('does not say so of a record whose name is in the taxonomy', async () => {
    await renderScreen(recordOfForm());
    expect(screen.queryByText(/no longer in the taxonomy/)).toBeNull();
    expect(screen.queryByText('Confirmed by you')).toBeNull();
  });

  it('shows which checks anna confirmed, as long as they still apply', async () => {
    await renderScreen(recordOfForm({ count: 60_000, attributes: { sure_unusual_count: '60000', sure_future: '2027-01-01' } }));
    expect(screen.getByText('Confirmed by you').nextElementSibling?.textContent).toBe('Count');
  });
});

describe('the page of a malformed id', () => {
  it('says that the record does not exist, also offline, and leads to the feed', async () => {
    const server = new VeldServer(anna);
    await renderAs(anna, <ObservationScreen />, { at: '/observations/abc', server });
    await screen.findByRole('heading', { level: 1 });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(i18next.t('common:screens.not_found'));
    expect(screen.getByText(i18next.t('observations:page.missing'))).toBeDefined();
    expect(screen.getByRole('link').getAttribute('href')).toBe('/feed');
    expect(server.count('GET', '/api/observations')).toBe(0);
  });
});

const own = recordOfForm({ latitude: 52.0907, longitude: 5.1214, coordinate_uncertainty_m: 20 });
const { saved_at: _, ...rest } = own;
const hidden = { ...rest, is_obscured: true, latitude: 52.05, longitude: 5.08, country_code: 'NL' } as PublicObservation;

describe('the small map of a record', () => {
  it('leads to the place on the map of own records', async () => {
    await renderAs(freshPerson('anna'), <RecordMap record={own} />);
    const link = await screen.findByRole('link', { name: /^Map of the place: .*\. Open the map$/ });
    expect(link.getAttribute('href')).toBe('/map?at=52.09070,5.12140');
  });

  it('says that the exact place of another person’s record is hidden, and leads to the map of everyone', async () => {
    await renderAs(freshPerson('anna'), <RecordMap record={hidden} />);
    const link = await screen.findByRole('link', { name: 'Map of the area: Netherlands. The exact place is hidden. Open the map' });
    expect(link.getAttribute('href')).toMatch(/^\/map\?whose=everyone&at=/);
  });

  it('is not there without a place', async () => {
    const { container } = await renderAs(freshPerson('anna'), <RecordMap record={{ ...hidden, latitude: null, longitude: null }} />);
    expect(container.querySelector('canvas')).toBeNull();
  });
});

describe('an own record that is on the server and not on this device yet', () => {
  /** The page of such a record, whose changes arrive or fail. */
  async function renderFromServer(arrives: boolean) {
    const server = new VeldServer(anna);
    const id = newId();
    const write = { ...ObservationDraft.parse({ verbatim_name: 'a wren' }), media: [], attributes: {}, write_id: newId() };
    await server.fetch(`/api/observations/${id}`, {
      method: 'PUT',
      headers: { authorization: 'Bearer token-1' },
      body: JSON.stringify(write),
    });
    const { own } = server.records.get(id)!;
    server.answer(getObservation, () => json({ data: own }));
    server.answer(listObservationChanges, () =>
      arrives ? json({ data: [own], next_cursor: 'next', has_more: false }) : problem(503, 'unavailable'),
    );
    await renderAs(anna, <ObservationScreen />, { at: `/observations/${id}`, server, routes: { '/profile': <p>Profile</p> } });
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Delete record' }));
    return { id, notice: () => notifier.store.getState().notice?.text };
  }

  it('is deleted once it has arrived', async () => {
    const { id, notice } = await renderFromServer(true);
    await screen.findByText('Profile');
    expect(notice()).toMatch(/was deleted/);
    expect(await openUserDatabase(anna.id).observations.get(id)).toMatchObject({ deleted: 1 });
  });

  it('is not said to be deleted while it cannot arrive', async () => {
    const { notice } = await renderFromServer(false);
    await waitFor(() => expect(notice()).toMatch(/Couldn’t delete the record/));
    expect(screen.queryByText('Profile')).toBeNull();
  });
});
