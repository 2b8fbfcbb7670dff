// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { type HiddenThing, listHidden, listReports, putAppeal, putReport, type User } from '@veld/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { queryClient } from '../../shared/session/queries';
import { openUserDatabase } from '../../local/db/database';
import { newId } from '../../local/db/ids';
import { listCalls, mergeAdded } from '../../local/outbox/pending-changes';
import { REPORT_SUBJECT, sendAppeal, sendReport } from '../../local/changes/reports';
import { reconcileSuccess } from '../../local/outbox/reconcile';
import { device } from '../../local/testing/app';
import { freshPerson } from '../../local/testing/people';
import { json, VeldServer } from '../../local/testing/veld-server';
import { renderAs } from '../../testing/render-as';
import { type ReportEntry, toReportEntry } from './data';
import { HiddenNote } from './HiddenNote';
import { ReportButton } from './ReportButton';
import { ReportList } from './ReportList';

const RECORD = newId();
const form = { subject_kind: 'observation' as const, subject_id: RECORD, reason: 'spam' as const, text: ' Not a bird ' };
let anna: User;
beforeEach(() => {
  queryClient.clear();
  anna = freshPerson('anna');
});
const outbox = () => openUserDatabase(anna.id).outbox.toArray();

describe('a report', () => {
  it('is stored on the device under its own id, and sent to the route of that id', async () => {
    const { database, sender, server } = device();
    server.answer(putReport, () => ({ status: 204 }));
    await sendReport(database, form, 1000);
    const entries = async () => (await listCalls(database, REPORT_SUBJECT, 0)).map(toReportEntry);
    const [queued] = await entries();
    expect(queued).toMatchObject({ subject_id: RECORD, reason: 'spam', text: 'Not a bird', state: 'waiting' });
    server.fault = () => 'answer-lost';
    await sender.flush();
    expect(await entries()).toMatchObject([{ state: 'waiting' }]);
    server.fault = () => null;
    await sender.flushNow();
    expect(await entries()).toEqual([{ ...queued, state: 'open', created_at: expect.any(String), item_id: null }]);
    const paths = server.asked.filter(({ method, path }) => method === 'PUT' && path.startsWith('/api/reports/')).map(({ path }) => path);
    expect([...new Set(paths)], 'the same id each time').toEqual([`/api/reports/${queued!.id}`]);
    expect(paths.length).toBeGreaterThan(1);
  });

  it('is made from a reason and a text of limited length, also without a connection', async () => {
    await renderAs(anna, <ReportButton kind="observation" id={RECORD} />);
    fireEvent.click(screen.getByRole('button', { name: 'Report this record' }));
    fireEvent.click(await screen.findByRole('radio', { name: 'Spam' }));
    const text = screen.getByLabelText('Details (optional)');
    fireEvent.change(text, { target: { value: 'x'.repeat(1001) } });
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText(/^Use at most 1,000 characters/)).toBeDefined();
    expect(await outbox()).toEqual([]);
    fireEvent.change(text, { target: { value: 'Not a bird' } });
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(async () => expect(await outbox()).toHaveLength(1));
    expect((await outbox())[0]!.input.body).toEqual({ ...form, text: 'Not a bird' });
  });

  it('is listed with its state, once while the outbox and the server both have it', async () => {
    const one = (id: string, state: ReportEntry['state'], created_at: string): ReportEntry => ({
      ...form,
      id,
      state,
      created_at,
      item_id: null,
    });
    const entries = mergeAdded([one('a', 'open', '2026-05-02'), one('b', 'upheld', '2026-05-03')], [one('a', 'waiting', '2026-05-02')]);
    expect(entries.map(({ id, state }) => [id, state])).toEqual([
      ['b', 'upheld'],
      ['a', 'open'],
    ]);
    const report = { ...form, id: newId(), state: 'upheld', created_at: '2026-05-01T10:00:00.000Z' };
    await sendReport(openUserDatabase(anna.id), { ...form, reason: 'insult' });
    const server = new VeldServer(anna).answer(listReports, () => json({ data: [report] }));
    server.fault = ({ method }) => (method === 'PUT' ? 'no-connection' : null);
    await renderAs(anna, <ReportList />, { server });
    expect(await screen.findByText('Hidden')).toBeDefined();
    expect(screen.getByText('Waiting to send')).toBeDefined();
  });
});

describe('the note on something hidden', () => {
  const thing = (change: Partial<HiddenThing> = {}): HiddenThing => ({
    subject_kind: 'observation',
    subject_id: RECORD,
    hidden_at: '2026-05-01T10:00:00.000Z',
    note: 'No bird',
    appeal: null,
    ...change,
  });
  const render = async (things: HiddenThing[]) => {
    const server = new VeldServer(anna).answer(listHidden, () => json({ data: things }));
    server.fault = ({ method }) => (method === 'PUT' ? 'no-connection' : null);
    await renderAs(anna, <HiddenNote kind="observation" id={RECORD} />, { server });
    return server;
  };

  it('says why, and takes an appeal once, also while the answer is from before it', async () => {
    const server = await render([thing()]);
    expect((await screen.findByRole('alert')).textContent).toContain('No bird');
    fireEvent.click(screen.getByRole('button', { name: 'Appeal' }));
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Write why first.')).toBeDefined();
    expect(await outbox()).toEqual([]);
    fireEvent.change(screen.getByLabelText('Why should it be shown again?'), { target: { value: 'It is a wren' } });
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Your appeal is waiting for an answer.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
    const [item] = await outbox();
    await reconcileSuccess(openUserDatabase(anna.id), item!, null, Date.now());
    await waitFor(() => expect(server.count('GET', listHidden.path)).toBe(2));
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(screen.getByText('Your appeal is waiting for an answer.'), 'while no answer has it').toBeDefined();
    expect([item!.route, item!.input.body]).toEqual([
      `PUT ${putAppeal.path}`,
      { subject_kind: 'observation', subject_id: RECORD, text: 'It is a wren' },
    ]);
  });

  it('has the answer to an appeal, after which another one can be made', async () => {
    const appeal = {
      id: newId(),
      text: 'It is',
      created_at: '2026-05-02T10:00:00.000Z',
      answered_at: '2026-05-03T10:00:00.000Z',
      reply: 'It is not',
    };
    await render([thing({ appeal })]);
    expect((await screen.findByRole('alert')).textContent).toContain('It is not');
    expect(screen.getByRole('button', { name: 'Appeal' })).toBeDefined();
  });

  it('has the answer to an appeal that was sent just before', async () => {
    const database = openUserDatabase(anna.id);
    await sendAppeal(database, { subject_kind: 'observation', subject_id: RECORD, text: 'It is' });
    const [item] = await outbox();
    await reconcileSuccess(database, item!, null, Date.now());
    const [at, id] = [new Date().toISOString(), item!.input.params!.id!];
    await render([thing({ appeal: { id, text: 'It is', created_at: at, answered_at: at, reply: 'It is not' } })]);
    expect((await screen.findByRole('alert')).textContent).toContain('It is not');
    const waits = waitFor(() => screen.getByText('Your appeal is waiting for an answer.'), { timeout: 300 });
    await expect(waits, 'the answer has it').rejects.toThrow('Unable to find an element');
    expect(screen.getByRole('button', { name: 'Appeal' })).toBeDefined();
  });

  it('is not there for anything else', async () => {
    await render([thing({ subject_id: newId() })]);
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
