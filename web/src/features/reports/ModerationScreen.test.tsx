// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { listModerationActs, listReportCases, putModerationAct, type ReportCase, type User } from '@veld/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { queryClient } from '../../app/queries';
import { newId } from '../../local/db/ids';
import { freshPerson } from '../../local/testing/people';
import { json, problem, VeldServer } from '../../local/testing/veld-server';
import { renderAs } from '../../testing/render-as';
import ModerationScreen from './ModerationScreen';

const report = (change: Partial<ReportCase> = {}): ReportCase => ({
  id: newId(),
  subject_kind: 'observation',
  subject_id: newId(),
  reason: 'spam',
  text: 'Not a bird',
  state: 'open',
  created_at: '2026-05-01T10:00:00.000Z',
  reporter: { id: newId(), name: 'chen' },
  subject_user: { id: newId(), name: 'bram' },
  observation_id: newId(),
  subject_text: 'Erithacus rubecula',
  hidden_at: null,
  decided_at: null,
  decision_note: '',
  appeal: null,
  ...change,
});

let admin: User;
let open: ReportCase[];
let isRefused: boolean;
let server: VeldServer;
beforeEach(() => {
  queryClient.clear();
  admin = freshPerson('anna', { roles: ['user', 'admin'] });
  isRefused = false;
  server = new VeldServer(admin)
    .answer(listReportCases, (url) => json({ data: url.searchParams.get('decided') === '1' ? [] : open }))
    .answer(putModerationAct, () => (isRefused ? problem(409, 'conflict', { title: 'Changed elsewhere' }) : { status: 204 }))
    .answer(listModerationActs, () => json({ data: [] }));
});
const acts = () => server.asked.filter(({ method }) => method === 'PUT');
const buttonsOf = (line: HTMLElement) =>
  within(line)
    .getAllByRole('button')
    .map(({ textContent }) => textContent);

describe('the queue of moderators', () => {
  it('can be asked for again when the server was out of reach', async () => {
    open = [report()];
    let isDown = true;
    server.fault = ({ path }) => (isDown && path.startsWith('/api/moderation/reports') ? 'no-connection' : null);
    await renderAs(admin, <ModerationScreen />, { at: '/admin/reports', server });
    const retry = await screen.findByRole('button', { name: 'Retry' });
    isDown = false;
    fireEvent.click(retry);
    expect(await screen.findByText('Erithacus rubecula', { exact: false })).toBeDefined();
  });

  it('offers for each report what its state allows', async () => {
    const appeal = { id: newId(), text: 'It is a wren', created_at: '2026-05-02T10:00:00.000Z', answered_at: null, reply: '' };
    const hidden_at = '2026-05-01T12:00:00.000Z';
    open = [
      report(),
      report({ subject_kind: 'user', observation_id: null, subject_text: 'bram' }),
      report({ subject_text: null, observation_id: null }),
      report({ state: 'upheld', hidden_at, appeal }),
    ];
    await renderAs(admin, <ModerationScreen />, { at: '/admin/reports', server });
    const lines = await screen.findAllByRole('listitem');
    expect(lines.map(buttonsOf)).toEqual([['Dismiss', 'Hide'], ['Dismiss'], ['Dismiss'], ['Show again', 'Answer and keep hidden']]);
    expect(within(lines[0]!).getByRole('link', { name: 'Open' }).getAttribute('href')).toBe(`/observations/${open[0]!.observation_id}`);
    expect(within(lines[2]!).queryByRole('link')).toBeNull();
    expect(lines[3]!.textContent).toContain('It is a wren');
  });

  it('sends a decision with its note, and the same one again after a failure', async () => {
    open = [report()];
    await renderAs(admin, <ModerationScreen />, { at: '/admin/reports', server });
    fireEvent.change(await screen.findByLabelText('Note'), { target: { value: ' No bird ' } });
    server.fault = ({ method }) => (method === 'PUT' ? 'answer-lost' : null);
    fireEvent.click(screen.getByRole('button', { name: 'Hide' }));
    await screen.findByRole('alert');
    server.fault = () => null;
    open = [];
    fireEvent.click(screen.getByRole('button', { name: 'Hide' }));
    expect(await screen.findByText('Nothing to decide.')).toBeDefined();
    expect(new Set(acts().map(({ path }) => path)).size, 'one id').toBe(1);
    expect(acts().at(-1)!.body).toMatchObject({ action: 'hide', note: 'No bird' });
  });

  it('says so when another moderator was faster', async () => {
    open = [report()];
    isRefused = true;
    await renderAs(admin, <ModerationScreen />, { at: '/admin/reports', server });
    fireEvent.click(await screen.findByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Changed elsewhere'));
  });

  it('has a log', async () => {
    open = [];
    const act = {
      id: newId(),
      action: 'hide' as const,
      actor: { id: admin.id, name: 'anna' },
      subject_kind: 'observation' as const,
      subject_id: newId(),
      observation_id: null,
      note: 'No bird',
      at: '2026-05-01T10:00:00.000Z',
    };
    server.answer(listModerationActs, () => json({ data: [act] }));
    await renderAs(admin, <ModerationScreen />, { at: '/admin/reports', server });
    fireEvent.click(await screen.findByRole('radio', { name: 'Log' }));
    expect(await screen.findByText('No bird')).toBeDefined();
  });
});
