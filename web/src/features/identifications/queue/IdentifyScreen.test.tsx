// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  type Identification,
  type IdentificationDraft,
  listIdentifications,
  listWaiting,
  type PublicObservation,
  putIdentification,
  recordValues,
  type TaxonSummary,
  type User,
  type WaitingRecord,
} from '@veld/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../../shared/session/queries';
import { openUserDatabase } from '../../../local/db/database';
import { newId } from '../../../local/db/ids';
import { listOutbox } from '../../../local/outbox/outbox';
import { readBatch } from '../../../local/records/identifications/batch';
import { bram, freshPerson, observer } from '../../../local/testing/people';
import { type Asked, json, problem, VeldServer } from '../../../local/testing/veld-server';
import { renderAs } from '../../../testing/render-as';
import { LoadFailure } from '../../../shared/records/lists/ListParts';
import { KeptRecords } from '../../settings/storage/StorageFacts';
import IdentifyScreen from './IdentifyScreen';

const NAMES = { 1: 'Passerines', 7: 'Robin', 8: 'Wren', 9: 'Dunnock' } as const;
type Id = keyof typeof NAMES;
const taxon = (id: Id): TaxonSummary => ({
  id,
  name: NAMES[id],
  scientific_name: `Species ${id}`,
  rank: id === 1 ? 'order' : 'species',
  group: 'bird',
  image_url: null,
});
const lineage = (id: Id) => [...(id === 1 ? [] : [taxon(1)]), taxon(id)].map(({ id: one, rank }) => ({ id: one, rank }));
const chen = { id: newId(), name: 'chen', is_pro: false };

function said(id: Id): Identification {
  return {
    id: newId(),
    user: chen,
    taxon: taxon(id),
    lineage: lineage(id),
    disagrees: false,
    comment: '',
    is_expert: false,
    is_withdrawn: false,
    created_at: null,
  };
}

/** Bram's record of a bird in a month, with what chen says. */
function waiting(id: Id, { month = 5, others = [] as Id[] } = {}): WaitingRecord {
  const photo = newId();
  return {
    id: newId(),
    user: observer(bram),
    taxon: taxon(id),
    quality: 'needs_id',
    community_taxon_id: null,
    is_obscured: false,
    media: [
      {
        id: photo,
        type: 'image/jpeg',
        width: 1600,
        height: 1000,
        caption: null,
        license: null,
        order: 0,
        thumbhash: null,
        urls: { 128: `/api/media/${photo}/128?e=1`, 512: `/api/media/${photo}/512?e=1`, 1600: `/api/media/${photo}/1600?e=1` },
      },
    ],
    place: null,
    country_code: 'NL',
    attributes: {},
    ...recordValues({ taxon_id: id, observed_on: `2026-0${month}-01`, latitude: 52.1, longitude: 5.1, coordinate_uncertainty_m: 10 }),
    created_at: null,
    opinions: {
      identifications: others.map(said),
      own_lineage: lineage(id),
      community_taxon: null,
      quality: 'needs_id',
      casual_reasons: [],
    },
  } as PublicObservation as WaitingRecord;
}

let anna: User;
let server: VeldServer;
let queue: WaitingRecord[];
let isDown: boolean;
/** What the browser keeps, by address. */
const kept = new Map<string, Response>();
const BYTES = 250_000;

beforeEach(() => {
  queryClient.clear();
  anna = freshPerson('anna', { country_code: 'NL', wizards_seen: ['identify'] });
  isDown = false;
  queue = [waiting(7), waiting(8, { others: [9] }), waiting(9)];
  kept.clear();
  const cache = {
    keys: async () => [...kept.keys()].map((url) => ({ url })),
    match: async (url: string) => kept.get(url)?.clone(),
    put: async (url: string, response: Response) => void kept.set(url, response),
    delete: async (url: string) => kept.delete(url),
  };
  vi.stubGlobal('caches', { open: async () => cache });
  server = new VeldServer(anna)
    .answer(listWaiting, (url) => {
      const limit = Number(url.searchParams.get('limit'));
      const from = Number(url.searchParams.get('cursor') ?? 0);
      return json({
        data: queue.slice(from, from + limit),
        next_cursor: from + limit < queue.length ? String(from + limit) : null,
        total: from === 0 ? { count: queue.length, is_minimum: false } : null,
        known_groups: from === 0 ? [{ group: 'bird', records: 120, identifications: 3, is_expert: true }] : null,
      });
    })
    .answer(listIdentifications, (url) => {
      const record = queue.find(({ id }) => url.pathname.includes(id));
      return record ? json({ data: record.opinions }) : problem(404, 'not_found');
    })
    .answer(putIdentification, () => problem(503, 'unavailable'))
    .answer({ method: 'GET', path: '/api/media/:id/:size' }, () => ({
      status: 200,
      headers: { 'content-type': 'image/webp' },
      body: new Uint8Array(BYTES),
    }));
  server.fault = ({ method }: Asked) => (isDown || method === 'PUT' ? 'no-connection' : null);
});

const show = (at = '/identify') => renderAs(anna, <IdentifyScreen failure={LoadFailure} />, { at, server });
const heading = (name: string) => screen.findByRole('heading', { level: 2, name });
/** Presses a key once the record on the screen listens to it. */
const press = async (key: string, more: KeyboardEventInit = {}) => {
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  fireEvent.keyDown(document.body, { key, ...more });
};
const database = () => openUserDatabase(anna.id);
const items = async () =>
  (await listOutbox(database())).map(({ input }) => ({
    id: input.params!.id,
    ...(input.body as IdentificationDraft),
  }));
const asked = () =>
  server.asked.flatMap(({ path }) => (path.startsWith('/api/identifications/waiting') ? [new URL(path, 'https://veld.test')] : []));

describe('the queue of records to identify', () => {
  it('goes by keys: agree, take a name of others, skip, and back', async () => {
    await show();
    await heading('Robin');
    expect(screen.getByText('1 of 3 waiting')).toBeDefined();
    // Nothing is chosen beforehand.
    expect(screen.queryAllByRole('button', { pressed: true })).toEqual([]);
    await press('a');
    await heading('Wren');
    expect(screen.getByText('2 of 3 waiting')).toBeDefined();
    expect(await items()).toMatchObject([{ id: queue[0]!.id, taxon_id: 7, disagrees: false, comment: '' }]);
    await press('ArrowLeft');
    await heading('Robin');
    expect(await screen.findByRole('button', { name: /^Robin/, pressed: true })).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    await heading('Wren');
    await press('2');
    await heading('Dunnock');
    expect((await items()).map((item) => item.taxon_id)).toEqual([7, 9]);
    await press('s');
    await screen.findByText('That’s all for now in these filters.');
    expect(await items()).toHaveLength(2);
    await press('ArrowLeft');
    await heading('Dunnock');
    expect(await screen.findByText('Skipped', { selector: 'strong' })).toBeDefined();
  });

  it('have the name above the photo, the notes, a map of the place, and what people write, on one card', async () => {
    queue = [{ ...waiting(7), notes: 'By the weir' }];
    const Talk = ({ record }: { record: WaitingRecord }) => <p>Comments on {record.taxon?.name}</p>;
    await renderAs(anna, <IdentifyScreen failure={LoadFailure} talk={Talk} />, { at: '/identify', server });
    const name = await heading('Robin');
    const card = within(name.closest('article')!);
    const [photo] = card.getAllByRole('img');
    expect(name.compareDocumentPosition(photo!) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(card.getByText('By the weir')).toBeDefined();
    expect(card.getByText('Comments on Robin')).toBeDefined();
    expect(card.getByRole('link', { name: /^Map of the place/ })).toBeDefined();
  });

  it('loads the picture of the next record, and of no other', async () => {
    const loaded: { srcset?: string }[] = [];
    vi.stubGlobal('Image', function Picture(this: object) {
      loaded.push(this);
    });
    await show();
    await heading('Robin');
    const idsIn = (from: number, to: number) => queue.slice(from, to).map(({ media }) => media[0]!.id);
    const ids = () => loaded.map(({ srcset }) => /media\/([^/]+)\/128/.exec(srcset ?? '')?.[1]);
    await waitFor(() => expect(ids()).toEqual(idsIn(1, 2)));
    await press('s');
    await heading('Wren');
    await waitFor(() => expect(ids()).toEqual(idsIn(1, 3)));
  });

  it('acts once while a key is held down, and not while a dialog is open', async () => {
    await show();
    await heading('Robin');
    await press('a', { repeat: true });
    await press('d');
    const dialog = await screen.findByRole('dialog');
    await press('s');
    await press('a');
    expect(await items()).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('heading', { level: 2, name: 'Robin' })).toBeDefined();
  });

  it('asks the observer a ready question, goes on, and takes the question back', async () => {
    await show();
    await heading('Robin');
    await press('q');
    fireEvent.click(await screen.findByRole('button', { name: 'Do you have a photo or a recording of it?' }));
    await heading('Wren');
    const [item] = await listOutbox(database());
    expect(item?.input).toMatchObject({ params: { id: queue[0]!.id }, body: { question: 'photo', text: '', as_validator: false } });
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await heading('Robin');
    await waitFor(async () => expect((await listOutbox(database())).at(-1)?.input.params).toEqual(item?.input.params));
    expect((await listOutbox(database())).at(-1)?.input.body).toBeUndefined();
  });

  it('takes the last action back', async () => {
    await show();
    await heading('Robin');
    fireEvent.click(screen.getByRole('button', { name: 'Agree with Robin' }));
    await heading('Wren');
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await heading('Robin');
    await waitFor(async () => expect((await items()).map((item) => item.taxon_id)).toEqual([undefined]));
    expect(await screen.findByRole('button', { name: 'Skip' })).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Skip' }));
    await heading('Wren');
    await press('u');
    await heading('Robin');
    expect(await screen.findByRole('button', { name: 'Skip' })).toBeDefined();
  });

  it('remembers on this device what was skipped, until it is asked for', async () => {
    const { unmount } = await show();
    await heading('Robin');
    await press('s');
    await heading('Wren');
    unmount();
    queryClient.clear();
    await show();
    await heading('Wren');
    expect(screen.getByText('1 of 2 waiting')).toBeDefined();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Show skipped and reviewed records too' }));
    await heading('Robin');
    expect(screen.getByText('1 of 3 waiting')).toBeDefined();
  });

  it('asks whether finer names are wrong before a name that contains them', async () => {
    queue = [waiting(7, { others: [1] })];
    await show();
    await heading('Robin');
    fireEvent.click(await screen.findByRole('button', { name: /^Passerines/ }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.click(await dialog.findByRole('radio', { name: 'Robin is wrong' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Suggest name' }));
    await waitFor(async () => expect(await items()).toMatchObject([{ taxon_id: 1, disagrees: true }]));
  });

  it('skips by a swipe to the left and goes back by one to the right, but scrolling does neither', async () => {
    await show();
    await heading('Robin');
    const swipe = (x: number, y: number) => {
      const photo = screen.getByRole('button', { name: 'Enlarge photo' });
      fireEvent.touchStart(photo, { touches: [{ clientX: 200, clientY: 200 }] });
      fireEvent.touchEnd(photo, { changedTouches: [{ clientX: 200 + x, clientY: 200 + y }] });
    };
    swipe(-100, 90);
    swipe(-30, 0);
    expect(screen.getByRole('heading', { level: 2, name: 'Robin' })).toBeDefined();
    swipe(-100, 10);
    await heading('Wren');
    swipe(100, 10);
    await heading('Robin');
  });

  it('asks for the next page before the end', async () => {
    queue = Array.from({ length: 23 }, () => waiting(7));
    await show();
    await screen.findByText('1 of 23 waiting');
    expect(asked()).toHaveLength(1);
    for (let done = 1; done <= 16; done++) {
      await press('a');
      await screen.findByText(`${done + 1} of 23 waiting`);
    }
    await waitFor(() => expect(asked().map((url) => url.searchParams.get('cursor'))).toEqual([null, '20']));
  });

  it('is limited to a group, and says which groups anna knows and why', async () => {
    await show();
    await heading('Robin');
    const group = screen.getByRole('combobox', { name: 'Group' });
    fireEvent.change(group, { target: { value: 'known' } });
    expect(await screen.findByText('Birds (Expert, 120 records, identifications: 3)')).toBeDefined();
    fireEvent.change(group, { target: { value: 'moss' } });
    await waitFor(() => expect(asked().at(-1)!.searchParams.get('group')).toBe('moss'));
    expect(asked().map((url) => [url.searchParams.get('country'), url.searchParams.get('known')])).toEqual([
      ['NL', null],
      ['NL', '1'],
      ['NL', null],
    ]);
  });

  it('offers to clear the filters when nothing waits in them', async () => {
    queue = [];
    await show('/identify?country=BE');
    const link = await screen.findByRole('link', { name: 'Clear filters' });
    expect(link.getAttribute('href')).toBe('/identify?country=worldwide');
    fireEvent.click(link);
    expect(await screen.findByText('Nothing is waiting for a name right now.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Feed' }).getAttribute('href')).toBe('/feed');
  });

  it('says that the server failed, and tries again', async () => {
    server.fault = ({ path }) => (path.startsWith('/api/identifications') ? problem(500, 'internal') : null);
    await show();
    const retry = await screen.findByRole('button', { name: 'Retry' });
    expect(screen.queryByText(/You’re offline, and no records/)).toBeNull();
    server.fault = () => null;
    fireEvent.click(retry);
    await heading('Robin');
  });
});

describe('records kept to identify them offline', () => {
  it('are kept with their photos, worked through without a connection, and deleted', async () => {
    const { unmount } = await show();
    await heading('Robin');
    expect(await screen.findByText(/^With their photos: about \d+ kB/)).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Keep 3 for offline' }));
    await screen.findByText('Photos: 3 of 3, 750 kB');
    expect([...kept.keys()].toSorted()).toEqual(queue.map(({ media }) => `${location.origin}/api/media/${media[0]!.id}/1600`).toSorted());
    unmount();
    queryClient.clear();
    isDown = true;
    await show();
    await heading('Robin');
    expect(screen.getByText('1 of 3 kept')).toBeDefined();
    await press('a');
    await heading('Wren');
    expect(await screen.findByText('Left to identify: 2 of 3')).toBeDefined();
    await press('2');
    await heading('Dunnock');
    await press('s');
    await screen.findByText('You’ve been through all kept records.');
    expect((await items()).map((item) => [item.id, item.taxon_id])).toEqual([
      [queue[0]!.id, 7],
      [queue[1]!.id, 9],
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText(/^You’re offline, and no records are kept/)).toBeDefined();
    await waitFor(() => expect(kept.size).toBe(0));
    expect(await readBatch(database())).toBeNull();
  });

  it('are listed under storage with their size', async () => {
    const { unmount } = await show();
    fireEvent.click(await screen.findByRole('button', { name: 'Keep 3 for offline' }));
    await screen.findByText('Photos: 3 of 3, 750 kB');
    unmount();
    await renderAs(
      anna,
      <dl>
        <KeptRecords />
      </dl>,
      { server },
    );
    expect((await screen.findByRole('link', { name: '750 kB' })).getAttribute('href')).toBe('/identify?kept=1');
    fireEvent.click(screen.getByRole('button', { name: 'Delete the records kept for identifying' }));
    await waitFor(() => expect(kept.size).toBe(0));
  });
});

describe('the grid of records to identify', () => {
  const cell = (name: string) => screen.findAllByRole('button', { name: `Mark ${name}` });
  const batches = async () =>
    (await listOutbox(database())).map(
      ({ input }) => input.body as { identifications: { observation_id: string; taxon_id: number }[]; is_withdrawn: boolean },
    );

  it('agrees with all that are marked by one change, after a look at the names, and takes it back', async () => {
    queue = [waiting(7), waiting(7), waiting(8)];
    await show('/identify?view=grid');
    await screen.findByText('1 to 3 of 3');
    expect(asked().at(-1)!.searchParams.get('limit')).toBe('30');
    fireEvent.click(screen.getByRole('button', { name: 'Mark all' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Agree with 3' }));
    const dialog = await screen.findByRole('dialog');
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([expect.stringMatching(/^Robin.*2×$/), expect.stringMatching(/^Wren.*1×$/)]);
    expect(await batches()).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Agree with 3' }));
    expect(await screen.findAllByText('Identified')).toHaveLength(3);
    const [made, ...others] = await batches();
    expect(others).toEqual([]);
    expect(made!.identifications.map(({ observation_id, taxon_id }) => [observation_id, taxon_id])).toEqual(
      queue.map(({ id, taxon }) => [id, taxon!.id]),
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect((await batches()).map(({ is_withdrawn }) => is_withdrawn)).toEqual([true]));
    await waitFor(() => expect(screen.queryAllByText('Identified')).toEqual([]));
  });

  it('is worked by keys: arrows move, A agrees with what is marked, U unmarks', async () => {
    await show('/identify?view=grid');
    const [robin] = await cell('Robin');
    robin!.focus();
    fireEvent.keyDown(robin!, { key: 'ArrowRight' });
    expect(document.activeElement).toBe((await cell('Wren'))[0]);
    fireEvent.click(document.activeElement!);
    expect((await cell('Wren'))[0]!.getAttribute('aria-pressed')).toBe('true');
    await press('u');
    expect((await cell('Wren'))[0]!.getAttribute('aria-pressed')).toBe('false');
    await press('a');
    expect(screen.queryByRole('dialog')).toBeNull();
    fireEvent.click((await cell('Wren'))[0]!);
    await press('a');
    expect(within(await screen.findByRole('dialog')).getAllByRole('listitem')).toHaveLength(1);
  });

  it('opens a record by its name, and goes back to the grid', async () => {
    await show('/identify?view=grid');
    fireEvent.click(await screen.findByRole('button', { name: 'Details of Wren' }));
    await heading('Wren');
    fireEvent.click(screen.getByRole('button', { name: 'Previous record' }));
    expect(await screen.findByText('1 to 3 of 3')).toBeDefined();
  });
});
