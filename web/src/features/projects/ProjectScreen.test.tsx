// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  getProject,
  getProjectMap,
  listProjectLog,
  listProjectNews,
  listProjectPeople,
  listProjectRecords,
  listProjectSpecies,
  listUncountedRecords,
  patchProject,
  type Project,
  type ProjectWrite,
  putProject,
} from '@veld/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '../../shared/session/queries';
import { newId } from '../../local/db/ids';
import { openUserDatabase } from '../../local/db/database';
import { freshPerson } from '../../local/testing/people';
import { json, problem, VeldServer } from '../../local/testing/veld-server';
import { renderAs } from '../../testing/render-as';
import { resolveMembership } from './data';
import ProjectScreen from './ProjectScreen';
import { aProject } from './testing/projects';
import { fromNow, findTurn } from './words';

let anna: ReturnType<typeof freshPerson>;

type Rank = Project['organisers'][number];

function serverWith(project: Project): VeldServer {
  const rank = { is_pro: false, confirmed: 0 };
  const people = [
    { ...rank, id: project.organisers[0]!.id, name: 'dora', rank: 1, records: 5, species: 4 },
    { ...rank, id: anna.id, name: 'anna', rank: 2, records: 2, species: 2 },
  ];
  return new VeldServer(anna)
    .answer(getProject, () => json({ data: project }))
    .answer(getProjectMap, () => json({ data: [] }))
    .answer(listProjectPeople, () => json({ data: people, own: people[1]! }))
    .answer(listProjectRecords, () => json({ data: [], next_cursor: null }))
    .answer(listProjectLog, () => json({ data: [] }))
    .answer(listProjectNews, () => json({ data: [], next_cursor: null }))
    .answer(listProjectSpecies, () => json({ data: [] }))
    .answer(listUncountedRecords, () => json({ data: [] }));
}
/** With a piece of news of somebody else. */
function serverWithNews(project: Project): VeldServer {
  const user = { id: newId(), name: 'dora' };
  const news = { id: newId(), user, text: 'Bring a **lamp**.', notifies: true, created_at: '2026-05-20T09:00:00Z' };
  return serverWith(project).answer(listProjectNews, () => json({ data: [news], next_cursor: null }));
}

const render = (project: Project, server = serverWith(project), query = '') =>
  renderAs(anna, <ProjectScreen />, { at: `/projects/${project.id}${query}`, server, routes: { '/elsewhere': null } });
const operations = async () =>
  (await openUserDatabase(anna.id).outbox.toArray()).map(({ route, input }) => [route.split(' ')[0], input.body]);

beforeEach(() => {
  queryClient.clear();
  anna = freshPerson('anna');
  vi.setSystemTime(new Date('2026-05-20T10:00:00Z'));
});

describe('the page of a project', () => {
  it('shows the figures, the time left, the rules and the ranking', async () => {
    await render(aProject({ photo_required: true, groups: ['bird'], own: { records: 2, species: 2, confirmed: 1 }, is_joined: true }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Moth night' })).toBeDefined();
    const figures = screen.getByRole('region', { name: 'Project figures' });
    expect(figures.textContent).toContain('7records');
    expect(figures.textContent).toContain('Your part: 2 records, 2 species');
    expect(screen.getByText('Ends in 11 days')).toBeDefined();
    expect(screen.getByText('Only records with a photo')).toBeDefined();
    const rows = within(await screen.findByRole('region', { name: 'Participants' })).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual(['1dora4 species · 5 records', '2anna (you)2 species · 2 records']);
  });

  it('shows how far the goals are, by the figures of the server', async () => {
    const goals: Project['goals'] = [
      { goal: { kind: 'species', target: 50 }, taxon: null, value: 5 },
      { goal: { kind: 'group', group: 'bird', target: 3 }, taxon: null, value: 4 },
    ];
    await render(aProject({ goals }));
    const region = await screen.findByRole('region', { name: 'Goals' });
    const [species, birds] = within(region).getAllByRole<HTMLProgressElement>('progressbar');
    expect([species!.value, species!.max]).toEqual([5, 50]);
    expect([birds!.value, birds!.max]).toEqual([3, 3]);
    expect(
      within(region)
        .getAllByRole('listitem')
        .map((row) => row.textContent),
    ).toEqual(['Species5 of 50', 'Records: Birds4 of 3']);
    expect(within(region).getAllByRole('img', { name: 'Reached' })).toHaveLength(1);
  });

  it('has news, which organisers post as one operation of the outbox', async () => {
    const project = aProject({ is_organiser: true });
    await render(project, serverWithNews(project));
    const region = await screen.findByRole('region', { name: 'News' });
    expect((await within(region).findByText('lamp')).tagName).toBe('STRONG');
    fireEvent.click(within(region).getByRole('button', { name: 'Post news' }));
    fireEvent.change(within(region).getByLabelText('Text'), { target: { value: 'And a sheet' } });
    fireEvent.click(within(region).getByRole('button', { name: 'Post' }));
    // The latest first.
    await waitFor(() => expect(within(region).getAllByRole('article')[0]!.textContent).toContain('And a sheet'));
    await waitFor(() => expect(within(region).queryByLabelText('Text')).toBeNull());
    expect(await operations()).toEqual([['PUT', { text: 'And a sheet', notifies: true }]]);
  });

  it('has no empty part for news that nobody posted, and shows others no way to post', async () => {
    const project = aProject();
    const { unmount } = await render(project);
    expect(await screen.findByRole('region', { name: 'Participants' })).toBeDefined();
    expect(screen.queryByRole('region', { name: 'News' })).toBeNull();
    unmount();
    queryClient.clear();
    await render(project, serverWithNews(project));
    const region = await screen.findByRole('region', { name: 'News' });
    expect(within(region).queryAllByRole('button')).toEqual([]);
  });

  it('lists the user’s records that do not count, with the reasons', async () => {
    const own = { records: 1, species: 1, confirmed: 0 };
    const project = aProject({ is_joined: true, own, start_time: '12:00', photo_required: true });
    const server = serverWith(project).answer(listUncountedRecords, () =>
      json({
        data: [{ id: newId(), taxon: null, verbatim_name: 'a moth', observed_on: '2026-05-01', reasons: ['no_time', 'no_photo'] as const }],
      }),
    );
    await render(project, server);
    const region = await screen.findByRole('region', { name: 'Your records that don’t count yet' });
    expect(within(region).getByRole('link').textContent).toBe('a moth May 1, 2026Not counted yet: no time and no photo');
    expect(screen.getByText(/^From May 1, 2026, 12:00.PM to Jun 1, 2026/)).toBeDefined();
  });

  it('is joined and left at once, each as one operation of the outbox', async () => {
    await render(aProject());
    fireEvent.click(await screen.findByRole('button', { name: 'Join' }));
    expect(await screen.findByText('Waiting to upload. You join once you’re online.')).toBeDefined();
    expect(screen.getByRole('region', { name: 'Project figures' }).textContent).toContain('3participants');
    expect(await operations()).toEqual([['PUT', {}]]);
    fireEvent.click(screen.getByRole('button', { name: 'You take part. Leave the project' }));
    fireEvent.click(screen.getByRole('button', { name: 'Leave the project' }));
    expect(await screen.findByRole('button', { name: 'Join' })).toBeDefined();
    expect(await operations()).toEqual([['DELETE', undefined]]);
  });

  it('sends the secret of the link, and shows only figures to who has no more than the link', async () => {
    const invite = 'x'.repeat(22);
    const server = serverWith(aProject());
    const project = aProject({ joining: 'link' });
    server.answer(getProject, (url) => (url.searchParams.get('invite') === invite ? json({ data: project }) : problem(404, 'not_found')));
    await render(project, server, `?invite=${invite}`);
    fireEvent.click(await screen.findByRole('button', { name: 'Join' }));
    await waitFor(async () => expect(await operations()).toEqual([['PUT', { invite }]]));
    expect(screen.queryByRole('region', { name: 'Latest records' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'QR code' })).toBeNull();
  });

  it('shows its address as a QR code', async () => {
    await render(aProject({ joining: 'link', is_joined: true, invite: 'y'.repeat(22) }));
    fireEvent.click(await screen.findByRole('button', { name: 'QR code' }));
    expect(await screen.findByRole('img', { name: 'QR code with the link to Moth night' })).toBeDefined();
    expect(screen.getByText(/\/projects\/.*invite=yyy/)).toBeDefined();
  });

  it('says so when there is none', async () => {
    const project = aProject();
    await render(
      project,
      serverWith(project).answer(getProject, () => problem(404, 'not_found')),
    );
    expect(await screen.findByText('This project isn’t available')).toBeDefined();
  });
});

describe('the form of a project', () => {
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const sent = (server: VeldServer) => server.asked.filter(({ method }) => method === 'PUT');

  it('creates one, and sends it under the same id again after a lost answer', async () => {
    const server = new VeldServer(anna).answer(putProject, (url, { body }) =>
      json({ data: aProject({ id: url.pathname.split('/').at(-1)!, name: (body as ProjectWrite).name }) }),
    );
    let isLost = true;
    server.fault = ({ method }) => (method === 'PUT' && isLost ? 'no-connection' : null);
    await renderAs(anna, <ProjectScreen />, { at: '/projects/new', server });
    fireEvent.click(await screen.findByRole('button', { name: 'Create project' }));
    expect(await screen.findByText('This field is required.')).toBeDefined();
    expect(sent(server)).toEqual([]);
    type('Name', 'Bat walk');
    fireEvent.click(screen.getByRole('button', { name: 'Create project' }));
    expect(await screen.findByRole('alert')).toBeDefined();
    isLost = false;
    fireEvent.click(screen.getByRole('button', { name: 'Create project' }));
    await waitFor(() => expect(new Set(sent(server).map(({ path }) => path)).size).toBe(1));
    await waitFor(() => expect(sent(server).length).toBeGreaterThan(1));
    expect(sent(server)[0]!.body).toMatchObject({ name: 'Bat walk', start_on: '2026-05-20', area: { type: 'worldwide' }, taxon_ids: [] });
  });

  it('keeps what is typed in the number of a goal, and says at once what is wrong with it', async () => {
    await renderAs(anna, <ProjectScreen />, { at: '/projects/new', server: new VeldServer(anna) });
    fireEvent.change(await screen.findByLabelText('Add a goal'), { target: { value: 'species' } });
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Species' });
    fireEvent.change(field, { target: { value: '1,2oo' } });
    expect(field.value).toBe('1,2oo');
    expect(screen.getByText('Enter a whole number from 1 to 1,000,000.')).toBeDefined();
    fireEvent.change(field, { target: { value: '1200' } });
    expect(screen.queryByText(/^Enter a whole number/)).toBeNull();
  });

  it('asks what to keep when somebody changed it meanwhile', async () => {
    const project = aProject({ is_organiser: true, version: 3 });
    const server = serverWith(project);
    const versions: (string | null)[] = [];
    server.answer(putProject, (_url, { headers }) => {
      versions.push(headers['if-match'] ?? null);
      return versions.length === 1
        ? problem(409, 'conflict', { current: { ...project, name: 'Owl night', version: 4 } })
        : json({ data: { ...project, version: 5 } });
    });
    await render(project, server, '?edit=1');
    await screen.findByLabelText('Name');
    type('Name', 'Bat night');
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/Someone changed this project/)).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Save mine' }));
    await waitFor(() => expect(versions).toEqual(['"3"', '"4"']));
  });

  it('removes and readmits people and hands the project over, each after a question, and shows what was done', async () => {
    const [bram, chen, emil] = ['bram', 'chen', 'emil'].map((name) => ({ id: newId(), name, is_pro: false })) as [Rank, Rank, Rank];
    const me = { id: anna.id, name: 'anna', is_pro: false };
    const project = aProject({ is_organiser: true, organisers: [me, emil], owner_id: me.id });
    const patched: unknown[] = [];
    const server = serverWith(project)
      .answer(listProjectPeople, () => json({ data: [], own: null, members: [me, bram, emil], removed: [chen] }))
      .answer(listProjectLog, () => json({ data: [{ action: 'removed' as const, user: me, other: chen, at: '2026-05-20T09:00:00Z' }] }))
      .answer(patchProject, (_url, { body }) => {
        patched.push(body);
        return json({ data: project });
      });
    await render(project, server, '?edit=1');
    const region = await screen.findByRole('region', { name: 'Participants' });
    for (const action of ['Remove bram', 'Readmit chen', 'Hand over to emil']) {
      fireEvent.click(await within(region).findByRole('button', { name: action }));
      expect(patched).toHaveLength(['Remove bram', 'Readmit chen', 'Hand over to emil'].indexOf(action));
      fireEvent.click(within(region).getByRole('button', { name: action }));
      await waitFor(() => expect(within(region).getByRole('status').textContent).toContain(action.split(' ').at(-1)));
    }
    expect(patched).toEqual([{ removes: bram.id }, { readmits: chen.id }, { owner: emil.id }]);
    expect(screen.getByRole('region', { name: 'What organisers did' }).textContent).toContain('anna removed chen');
  });

  it('keeps what was typed over a cancellation, which is no conflict, and is not asked for again and again', async () => {
    const project = aProject({ is_organiser: true, version: 3 });
    const server = serverWith(project)
      .answer(patchProject, () => json({ data: Object.assign(project, { version: 4, is_cancelled: true }) }))
      .answer(putProject, (_url, { headers }) => json({ data: { ...project, version: Number(headers['if-match']?.slice(1, -1)) + 1 } }));
    await render(project, server, '?edit=1');
    await screen.findByLabelText('Name');
    type('Name', 'Bat night');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel this project' }));
    fireEvent.click(screen.getByRole('button', { name: 'Cancel the project' }));
    await screen.findByRole('button', { name: 'Undo cancellation' });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent(server)).toHaveLength(1));
    expect(sent(server)[0]).toMatchObject({ body: { name: 'Bat night' }, headers: { 'if-match': '"4"' } });
  });
});

describe('words about a project', () => {
  it('turn at the midnights of its time zone', () => {
    const project = aProject({ start_on: '2026-05-20', end_on: '2026-05-21', time_zone: 'Pacific/Kiritimati' });
    const at = (time: string) => findTurn(project, new Date(time).getTime());
    expect(at('2026-05-19T09:59:00Z').kind).toBe('starts');
    expect(at('2026-05-19T10:00:00Z')).toEqual({ kind: 'ends', at: new Date('2026-05-21T10:00:00Z') });
    expect(at('2026-05-21T10:00:00Z').kind).toBe('ended');
  });

  it('count in days from two on, then in hours and minutes', () => {
    const from = (hours: number) => fromNow(new Date(hours * 3_600_000), 0, 'en');
    expect([from(49), from(47), from(1.5), from(-50)]).toEqual(['in 2 days', 'in 47 hours', 'in 90 minutes', '2 days ago']);
  });

  it('follow the last choice on this device, unless it was refused', () => {
    const project = { id: 'a', is_joined: false };
    const change = { id: 'a', isOn: true, at: 0, state: 'waiting' } as const;
    expect(resolveMembership(project, [])).toEqual({ isJoined: false, isWaiting: false });
    expect(resolveMembership(project, [change])).toEqual({ isJoined: true, isWaiting: true });
    expect(resolveMembership(project, [{ ...change, state: 'sent' }])).toEqual({ isJoined: true, isWaiting: false });
    expect(resolveMembership(project, [{ ...change, state: 'needs_attention' }])).toEqual({ isJoined: false, isWaiting: false });
    expect(resolveMembership(project, [change, { ...change, isOn: false }])).toEqual({ isJoined: false, isWaiting: true });
    expect(resolveMembership(project, [{ ...change, id: 'b' }])).toEqual({ isJoined: false, isWaiting: false });
  });
});
