// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  type Identification,
  type IdentificationDraft,
  listIdentifications,
  type PublicObservation,
  putIdentification,
  recordValues,
  type RecordIdentifications,
  type TaxonSummary,
  type User,
} from '@veld/contract';
import { useState } from 'react';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { queryClient } from '../../shared/session/queries';
import { openUserDatabase } from '../../local/db/database';
import { newId } from '../../local/db/ids';
import { listOutbox } from '../../local/outbox/outbox';
import { reconcileSuccess } from '../../local/outbox/reconcile';
import { createCopyNotifier } from '../../local/taxonomy/stored-copies';
import { TaxonomyDatabase } from '../../local/taxonomy/database';
import { Device, remoteTaxon } from '../../local/taxonomy/testing';
import { bram, freshPerson, observer } from '../../local/testing/people';
import { json, VeldServer } from '../../local/testing/veld-server';
import { renderAs, signIn } from '../../testing/render-as';
import { recordOfForm } from '../recording/testing/records';
import { Identifications } from './Identifications';

const GENUS = 1;
const ROBIN = 7;
const WREN = 8;
const names = { [GENUS]: 'Passerines', [ROBIN]: 'Robin', [WREN]: 'Wren' };
const taxon = (id: keyof typeof names): TaxonSummary => ({
  id,
  name: names[id],
  scientific_name: `Species ${id}`,
  rank: id === GENUS ? 'genus' : 'species',
  group: 'bird',
  image_url: null,
});
const lineage = (id: keyof typeof names) =>
  [...(id === GENUS ? [] : [taxon(GENUS)]), taxon(id)].map(({ id: one, rank }) => ({ id: one, rank }));

const announce = createCopyNotifier();
const device = new Device();
beforeAll(async () => {
  device.db = new TaxonomyDatabase();
  device.server.taxa = ([GENUS, ROBIN, WREN] as const).map((id) =>
    remoteTaxon(id, { sci: `Species ${id}`, en: names[id] }, { rank: taxon(id).rank, parent_id: id === GENUS ? null : GENUS }),
  );
  await device.tab('one', { announce }).tick();
});
afterAll(async () => {
  await Promise.all(device.db.tables.map((table) => table.clear()));
  announce({ type: 'global', what: 'swapped' });
});

let anna: User;
let server: VeldServer;
let answer: RecordIdentifications;
let isDown: boolean;
beforeEach(() => {
  anna = freshPerson('anna');
  isDown = false;
  answer = { identifications: [], own_lineage: lineage(ROBIN), community_taxon: null, quality: 'needs_id', casual_reasons: [] };
  server = new VeldServer(anna)
    .answer(listIdentifications, () => json({ data: answer }))
    .answer(putIdentification, () => json({ data: answer }));
  server.fault = ({ method }) => (isDown && method !== 'GET' ? 'no-connection' : null);
});

function bramsRecord(): PublicObservation {
  return {
    id: newId(),
    user: observer(bram),
    taxon: taxon(ROBIN),
    quality: 'needs_id',
    community_taxon_id: null,
    is_obscured: false,
    media: [],
    place: null,
    country_code: 'NL',
    ...recordValues({ taxon_id: ROBIN, observed_on: '2026-05-01', latitude: 52.1, longitude: 5.1, coordinate_uncertainty_m: 10 }),
    created_at: null,
  };
}

function said(user: Identification['user'], id: keyof typeof names, more: Partial<Identification> = {}): Identification {
  return {
    id: newId(),
    user,
    taxon: taxon(id),
    lineage: lineage(id),
    disagrees: false,
    comment: '',
    is_expert: false,
    is_withdrawn: false,
    created_at: '2026-05-02T08:00:00Z',
    ...more,
  };
}

const chen = { id: newId(), name: 'chen', is_pro: false };
const show = (record: Parameters<typeof Identifications>[0]['record']) =>
  renderAs(anna, <Identifications record={record} />, { at: `/observations/${record.id}`, server });
const rows = () => screen.getAllByRole('listitem').map((row) => row.textContent);
const bodies = async () => (await listOutbox(openUserDatabase(anna.id))).map(({ input }) => input.body as IdentificationDraft);

describe('the identifications of somebody else’s record', () => {
  it('are all shown and counted, however many pages they come in', async () => {
    const [first, second] = [said(chen, WREN), said({ ...chen, id: newId(), name: 'dora' }, WREN)];
    server.answer(listIdentifications, (url) => {
      const isSecond = url.searchParams.get('cursor') === 'second';
      return json({ data: { ...answer, identifications: [isSecond ? second : first], next_cursor: isSecond ? null : 'second' } });
    });
    await show(bramsRecord());
    // With the name that the observer gave.
    await waitFor(() => expect(rows()).toHaveLength(3));
  });

  it('are confirmed at once when anna agrees without a connection, and wait in the outbox', async () => {
    isDown = true;
    await show(bramsRecord());
    await screen.findByText('Needs identification: one more agreement confirms it.');
    await screen.findByText('Nobody else has identified this record yet.');
    fireEvent.click(screen.getByRole('button', { name: 'Agree with Robin' }));
    await screen.findByText('Confirmed: people agree on the name.');
    expect(rows()[1]).toContain('anna');
    expect(screen.getByText('Waiting to upload')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Agree with Robin' })).toBeNull();
    expect(await bodies()).toEqual([{ taxon_id: ROBIN, disagrees: false, comment: '' }]);
  });

  it('are asked for again when the record changes here and when the server accepts a change, but not while their answer is fresh', async () => {
    isDown = true;
    const record = bramsRecord();
    const asked = () => server.count('GET', `/api/observations/${record.id}/identifications`);
    await signIn(anna, { server });
    queryClient.setQueryData(['identifications', record.id], answer);
    let change: (record: PublicObservation) => void = () => {};
    function Page() {
      const [shown, setShown] = useState(record);
      change = setShown;
      return <Identifications record={shown} />;
    }
    await renderAs(anna, <Page />, { at: `/observations/${record.id}` });
    fireEvent.click(await screen.findByRole('button', { name: 'Agree with Robin' }));
    await screen.findByText('Waiting to upload');
    expect(asked()).toBe(0);
    act(() => change({ ...record, community_taxon_id: ROBIN }));
    await waitFor(() => expect(asked()).toBe(1));
    const database = openUserDatabase(anna.id);
    await reconcileSuccess(database, (await listOutbox(database))[0]!, null, Date.now());
    await waitFor(() => expect(asked()).toBe(2));
  });

  it('can be withdrawn, and the withdrawal undone', async () => {
    isDown = true;
    answer = { ...answer, identifications: [said(observer(anna), WREN, { comment: 'its song' })] };
    await show(bramsRecord());
    fireEvent.click(await screen.findByRole('button', { name: 'Withdraw' }));
    await screen.findByText('Withdrawn: 1');
    expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByRole('button', { name: 'Withdraw' });
    await waitFor(async () => expect(await bodies()).toEqual([{ taxon_id: WREN, disagrees: false, comment: 'its song' }]));
  });

  it('ask whether a finer name is wrong only when the chosen name contains it', async () => {
    isDown = true;
    await show(bramsRecord());
    await screen.findByText(/one more agreement/);
    const suggest = async (name: string) => {
      fireEvent.click(screen.getByRole('button', { name: 'Suggest another name' }));
      const dialog = await screen.findByRole('dialog');
      fireEvent.change(await within(dialog).findByRole('combobox'), { target: { value: name } });
      fireEvent.click(await within(dialog).findByRole('option', { name: new RegExp(name) }));
      await within(dialog).findByText('Choose another name');
      return within(dialog);
    };
    const finer = await suggest('Wren');
    expect(finer.queryByRole('radio')).toBeNull();
    fireEvent.change(finer.getByLabelText('I disagree because…'), { target: { value: 'no red breast' } });
    fireEvent.click(finer.getByRole('button', { name: 'Suggest name' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(async () => expect(await bodies()).toEqual([{ taxon_id: WREN, disagrees: false, comment: 'no red breast' }]));
    expect(await screen.findByText('no red breast')).toBeDefined();

    const coarser = await suggest('Passerines');
    expect(coarser.getByLabelText('Comment')).toBeDefined();
    fireEvent.click(coarser.getByRole('radio', { name: /is wrong/ }));
    fireEvent.click(coarser.getByRole('button', { name: 'Suggest name' }));
    await waitFor(async () => expect(await bodies()).toEqual([{ taxon_id: GENUS, disagrees: true, comment: '' }]));
  });

  it('show comments, experts and former members, and fold what was withdrawn', async () => {
    answer = {
      ...answer,
      quality: 'confirmed',
      identifications: [
        said(chen, ROBIN, { is_expert: true, comment: 'the red breast' }),
        said({ id: newId(), name: '', is_pro: false }, WREN, { is_withdrawn: true }),
      ],
    };
    await show(bramsRecord());
    await screen.findByText('Confirmed by an expert.');
    expect(rows()[1]).toMatch(/Robin.*chen.*Expert.*the red breast/);
    expect(within(screen.getByText('Withdrawn: 1').parentElement!).getByText('Former member')).toBeDefined();
  });

  it('have one button to agree with each name', async () => {
    answer = {
      ...answer,
      identifications: [said(chen, WREN), said({ ...chen, id: newId(), name: 'dora' }, WREN), said(observer(bram), ROBIN)],
    };
    await show(bramsRecord());
    await screen.findByText('dora');
    expect(screen.getAllByRole('button', { name: /^Agree/ }).map((button) => button.getAttribute('aria-label'))).toEqual([
      'Agree with Robin',
      'Agree with Wren',
    ]);
  });

  it('say when they could not be loaded, and let anna identify the record all the same', async () => {
    server.fault = () => 'no-connection';
    await show(bramsRecord());
    await screen.findByText(/Couldn’t load the identifications/);
    fireEvent.click(screen.getByRole('button', { name: 'Agree with Robin' }));
    await waitFor(async () => expect(await bodies()).toHaveLength(1));
    await screen.findByText('Confirmed: people agree on the name.');
  });

  it('say that the server refused a change, with the way to it', async () => {
    const record = bramsRecord();
    server.answer(putIdentification, () => ({
      status: 404,
      body: JSON.stringify({ type: '/problems/not_found', title: 'Not found', status: 404 }),
    }));
    await show(record);
    fireEvent.click(await screen.findByRole('button', { name: 'Agree with Robin' }));
    const database = openUserDatabase(anna.id);
    await waitFor(async () => expect(await listOutbox(database)).toHaveLength(1));
    const [item] = await listOutbox(database);
    await database.outbox.update(item!.id, { state: 'needs_attention' });
    await screen.findByText(/The server didn’t accept your identification/);
    expect(screen.getByRole('link', { name: 'View' }).getAttribute('href')).toBe('/outbox');
    expect(screen.getByText(/one more agreement/)).toBeDefined();
  });
});

describe('the grade of a confirmed record', () => {
  const confirmed = () => ({ ...bramsRecord(), quality: 'confirmed' as const, community_taxon_id: ROBIN });

  it('is at no time another one while its page loads', async () => {
    answer = { ...answer, quality: 'confirmed', community_taxon: taxon(ROBIN), identifications: [said(chen, ROBIN)] };
    const texts: string[] = [];
    const watch = new MutationObserver(() => texts.push(document.body.textContent));
    watch.observe(document.body, { childList: true, subtree: true, characterData: true });
    await show(confirmed());
    await screen.findByText(/^Confirmed: /);
    watch.disconnect();
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.filter((text) => /agreement|needs? /i.test(text))).toEqual([]);
  });

  it('is what is known of it without a connection', async () => {
    server.fault = () => 'no-connection';
    await show(confirmed());
    expect(await screen.findByText('Confirmed')).toBeDefined();
    expect(screen.queryByText(/agreement/)).toBeNull();
  });
});

describe('the identifications of an own record', () => {
  it('offer the community’s name to the owner, who takes it by an edit', async () => {
    const taken = { ...recordOfForm({}, { version: 1, quality: 'needs_id', community_taxon_id: WREN }), user: observer(anna) };
    const record = { ...taken, taxon: taxon(ROBIN), taxon_id: ROBIN };
    await openUserDatabase(anna.id).observations.put(record);
    answer = { ...answer, community_taxon: taxon(WREN), identifications: [said(chen, WREN), said(observer(bram), WREN)] };
    await show(record);
    await screen.findByText('Community: Wren');
    expect(screen.queryByRole('button', { name: /^Agree/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Suggest/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Use this name' }));
    await waitFor(async () => expect(await openUserDatabase(anna.id).observations.get(record.id)).toMatchObject({ taxon_id: WREN }));
    expect((await bodies()).some((body) => body.taxon_id === WREN)).toBe(true);
  });

  it('do not offer a coarser name', async () => {
    const record = { ...recordOfForm({}, { version: 1, quality: 'needs_id' }), user: observer(anna), taxon: taxon(ROBIN), taxon_id: ROBIN };
    answer = { ...answer, community_taxon: taxon(GENUS), identifications: [said(chen, GENUS)] };
    await show(record);
    await screen.findByText('Community: Passerines');
    expect(screen.queryByRole('button', { name: 'Use this name' })).toBeNull();
  });

  it('say why a record is casual, without a connection', async () => {
    server.fault = () => 'no-connection';
    const record = { ...recordOfForm({ attributes: { wildness: 'captive' } }, { version: 0 }), user: observer(anna) };
    await show(record);
    expect(await screen.findByText('Casual: no place, no photo, captive or planted.')).toBeDefined();
  });

  it('are not there for a tick', async () => {
    const tick = recordOfForm({}, { observed_on: null, observed_time: null, latitude: null, longitude: null, notes: null, media: [] });
    await show(tick);
    expect(screen.queryByText('Identifications')).toBeNull();
  });
});
