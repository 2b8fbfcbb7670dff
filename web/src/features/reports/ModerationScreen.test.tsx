// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { listModerationActs, listReportCases, putModerationAct, type ReportCase, type User } from '@veld/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { queryClient } from '../../shared/session/queries';
import { newId } from '../../local/db/ids';
import { freshPerson } from '../../local/testing/people';
import { json, problem, VeldServer } from '../../local/testing/veld-server';
import { renderAs } from '../../testing/render-as';
import { wideScreen } from '../../testing/wide-screen';
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
  reported_text: null,
  subject_taxon: { name: 'Erithacus rubecula', rank: 'species' },
  hidden_at: null,
  standing: null,
  until: null,
  is_actionable: false,
  decided_at: null,
  decision_note: '',
  appeal: null,
  ...change,
});

let admin: User;
let open: ReportCase[];
let decided: ReportCase[];
/** The parameters of the last request for reports. */
let asked: Record<string, string>;
let isRefused: boolean;
let server: VeldServer;
beforeEach(() => {
  queryClient.clear();
  wideScreen();
  decided = [];
  asked = {};
  admin = freshPerson('anna', { roles: ['user', 'admin'] });
  isRefused = false;
  server = new VeldServer(admin)
    .answer(listReportCases, (url) => {
      asked = Object.fromEntries(url.searchParams);
      const all = (asked.decided === '1' ? decided : open).filter(({ reason }) => (asked.reason ?? reason) === reason);
      const rest = asked.cursor ? all.slice(1) : all;
      return json({
        data: asked.cursor === undefined && all.length > 5 ? all.slice(0, 1) : rest,
        next_cursor: rest.length > 5 ? 'next' : null,
      });
    })
    .answer(putModerationAct, () => (isRefused ? problem(409, 'conflict', { title: 'Changed elsewhere' }) : { status: 204 }))
    .answer(listModerationActs, () => json({ data: [], next_cursor: null }));
});
const acts = () => server.asked.filter(({ method }) => method === 'PUT');
const links = () => within(screen.getByRole('grid')).getAllByRole('link');
const dialogOf = async (name: string) => {
  fireEvent.click(await screen.findByRole('link', { name }));
  return within(await screen.findByRole('dialog'));
};
const close = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};

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

  it('shows what was said when it was reported, where that is gone or different', async () => {
    open = [
      report({ subject_kind: 'message', observation_id: null, subject_text: null, subject_taxon: null, reported_text: 'You fool' }),
      report({ subject_kind: 'comment', subject_text: 'You friend', subject_taxon: null, reported_text: 'You twit' }),
      report({ subject_kind: 'comment', subject_text: 'You all', subject_taxon: null }),
    ];
    await renderAs(admin, <ModerationScreen />, { at: '/admin/reports', server });
    for (const [name, quotes] of [
      ['You fool', ['It no longer exists.', 'You fool']],
      ['You friend', ['You friend', 'You twit']],
      ['You all', ['You all']],
    ] as const) {
      const dialog = await dialogOf(name);
      expect(dialog.getAllByRole('blockquote').map(({ textContent }) => textContent)).toEqual(quotes);
      expect(dialog.queryByText('When it was reported:') !== null).toBe(quotes.length > 1);
      await close();
    }
  });

  it('does not offer to show again what was hidden and then deleted', async () => {
    const appeal = { id: newId(), text: 'A joke', created_at: '2026-05-02T10:00:00.000Z', answered_at: null, reply: '' };
    const gone = { subject_kind: 'message', observation_id: null, subject_text: null, subject_taxon: null } as const;
    open = [report({ ...gone, reported_text: 'You twit', state: 'upheld', hidden_at: '2026-05-01T12:00:00.000Z', appeal })];
    await renderAs(admin, <ModerationScreen />, { at: '/admin/reports', server });
    const dialog = await dialogOf('You twit');
    expect(dialog.getAllByRole('button').flatMap(({ textContent }) => textContent || [])).toEqual(['Answer and keep']);
  });

  it('offers for each report what its state allows', async () => {
    const appeal = { id: newId(), text: 'It is a wren', created_at: '2026-05-02T10:00:00.000Z', answered_at: null, reply: '' };
    const hidden_at = '2026-05-01T12:00:00.000Z';
    open = [
      report(),
      report({ subject_kind: 'user', observation_id: null, subject_text: 'bram' }),
      report({ subject_text: null, observation_id: null }),
      report({ subject_kind: 'message', subject_text: null, subject_taxon: null, observation_id: null, reported_text: 'You fool' }),
      report({ subject_text: 'Troglodytes troglodytes', state: 'upheld', hidden_at, appeal }),
    ];
    await renderAs(admin, <ModerationScreen />, { at: '/admin/reports', server });
    expect(await screen.findByText('Appeal: It is a wren')).toBeDefined();
    expect(links().map(({ textContent }) => textContent)).toEqual([
      'Erithacus rubecula',
      'bram',
      'It no longer exists.',
      'You fool',
      'Troglodytes troglodytes',
    ]);
    // Only the name of the taxon, not what is written like one.
    expect(links().map((link) => link.querySelector('i')?.textContent)).toEqual(['Erithacus rubecula', ...Array<undefined>(4)]);
    const pages: (string | null | undefined)[] = [];
    for (const [name, acts] of [
      ['Erithacus rubecula', ['Dismiss', 'Hide']],
      ['bram', ['Dismiss']],
      ['It no longer exists.', ['Dismiss']],
      ['You fool', ['Dismiss', 'Uphold report']],
      ['Troglodytes troglodytes', ['Show again', 'Answer and keep']],
    ] as const) {
      const dialog = await dialogOf(name);
      const named = dialog.getAllByRole('button').map(({ textContent }) => textContent);
      expect(named.filter(Boolean)).toEqual(acts);
      pages.push(dialog.queryByRole('link', { name: 'Open' })?.getAttribute('href'));
      await close();
    }
    expect(pages).toEqual([
      `/observations/${open[0]!.observation_id}`,
      `/profile/${open[1]!.subject_id}`,
      undefined,
      undefined,
      `/observations/${open[4]!.observation_id}`,
    ]);
  });

  it('filters and pages on the server', async () => {
    open = Array.from({ length: 6 }, (_, index) => report({ subject_text: `moth ${index}`, reason: index === 5 ? 'insult' : 'spam' }));
    await renderAs(admin, <ModerationScreen />, { at: '/admin/reports', server });
    await screen.findByText('Rows: 1');
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await screen.findByText('Rows: 6');
    fireEvent.click(screen.getByRole('button', { name: /Filter/ }));
    fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: 'insult' } });
    await screen.findByText('Rows: 1');
    expect(asked).toEqual({ decided: '0', reason: 'insult' });
    expect(links().map(({ textContent }) => textContent)).toEqual(['moth 5']);
  });

  it('shows what was decided, with the note', async () => {
    open = [];
    decided = [report({ state: 'dismissed', decided_at: '2026-05-02T10:00:00.000Z', decision_note: 'A fine bird' })];
    await renderAs(admin, <ModerationScreen />, { at: '/admin/reports', server });
    fireEvent.click(await screen.findByRole('radio', { name: 'Decided' }));
    const dialog = await dialogOf('Erithacus rubecula');
    expect(dialog.getByText('A fine bird')).toBeDefined();
    expect(screen.getByText('No action needed', { selector: '[role=gridcell]' })).toBeDefined();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Decided', hidden: true }).checked).toBe(true);
  });

  it('sends a decision with its note, and the same one again after a failure', async () => {
    open = [report()];
    await renderAs(admin, <ModerationScreen />, { at: '/admin/reports', server });
    await dialogOf('Erithacus rubecula');
    fireEvent.change(await screen.findByLabelText('Note'), { target: { value: ' No bird ' } });
    server.fault = ({ method }) => (method === 'PUT' ? 'answer-lost' : null);
    fireEvent.click(screen.getByRole('button', { name: 'Hide' }));
    await screen.findByRole('alert');
    server.fault = () => null;
    open = [];
    fireEvent.click(screen.getByRole('button', { name: 'Hide' }));
    expect(await screen.findByText('Nothing to decide.')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(new Set(acts().map(({ path }) => path)).size, 'one id').toBe(1);
    expect(acts().at(-1)!.body).toMatchObject({ action: 'hide', note: 'No bird' });
  });

  it('says so when another moderator was faster', async () => {
    open = [report()];
    isRefused = true;
    await renderAs(admin, <ModerationScreen />, { at: '/admin/reports', server });
    const dialog = await dialogOf('Erithacus rubecula');
    open = [];
    fireEvent.click(dialog.getByRole('button', { name: 'Dismiss' }));
    await screen.findByText('Nothing to decide.');
    expect(dialog.getByRole('alert').textContent).toContain('Changed elsewhere');
  });

  it('keeps a log of decisions', async () => {
    open = [];
    const act = {
      id: newId(),
      action: 'hide' as const,
      actor: { id: admin.id, name: 'anna' },
      subject_kind: 'observation' as const,
      subject_id: newId(),
      observation_id: newId(),
      note: 'No bird',
      is_automatic: false,
      until: null,
      at: '2026-05-01T10:00:00.000Z',
    };
    server.answer(listModerationActs, () => json({ data: [act], next_cursor: null }));
    await renderAs(admin, <ModerationScreen />, { at: '/admin/reports', server });
    fireEvent.click(await screen.findByRole('radio', { name: 'Log' }));
    expect(await screen.findByText('No bird')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Record' }).getAttribute('href')).toBe(`/observations/${act.observation_id}`);
  });
});
