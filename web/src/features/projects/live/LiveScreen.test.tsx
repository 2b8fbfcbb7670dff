// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { getProject, listProjectPeople, listProjectRecords } from '@veld/contract';
import { beforeEach, expect, it, vi } from 'vitest';
import { freshPerson } from '../../../local/testing/people';
import { json, problem, VeldServer } from '../../../local/testing/veld-server';
import { queryClient } from '../../../shared/session/queries';
import { renderAs } from '../../../testing/render-as';
import { aProject } from '../testing/projects';
import LiveScreen from './LiveScreen';

let anna: ReturnType<typeof freshPerson>;
const project = aProject({ goals: [{ goal: { kind: 'species', target: 50 }, taxon: null, value: 5 }], end_time: '12:00' });
const render = (server: VeldServer) => renderAs(anna, <LiveScreen />, { at: `/projects/${project.id}/live`, server });

beforeEach(() => {
  queryClient.clear();
  anna = freshPerson('anna');
  vi.setSystemTime(new Date('2026-05-31T07:00:00Z'));
});

it('shows the figures of the server, what is left of the time, the goals and the first five people', async () => {
  const people = Array.from({ length: 7 }, (_, at) => ({
    id: anna.id.replace(/^./, String(at)),
    name: `person ${at}`,
    is_pro: false,
    rank: at + 1,
    records: 9,
    species: 9 - at,
    confirmed: 0,
  }));
  const server = new VeldServer(anna)
    .answer(getProject, () => json({ data: project }))
    .answer(listProjectPeople, () => json({ data: people, own: null }))
    .answer(listProjectRecords, () => json({ data: [], next_cursor: null }));
  await render(server);
  expect(await screen.findByText('Ends in 3 hours')).toBeDefined();
  const totals = screen.getByLabelText('Project figures');
  expect(totals.textContent).toBe('species5records7participants2');
  expect(screen.getByRole('progressbar', { name: 'Species' })).toBeDefined();
  expect(within(await screen.findByRole('region', { name: 'Participants' })).getAllByRole('listitem')).toHaveLength(5);
});

it('shows no figure before the server has answered, and says so if there is no such project', async () => {
  await render(new VeldServer(anna).answer(getProject, () => problem(404, 'not_found')));
  expect(screen.queryByLabelText('Project figures')).toBeNull();
  expect(await screen.findByText('This project isn’t available')).toBeDefined();
});
