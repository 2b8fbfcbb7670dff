// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { getStanding, listModerationActs, type ModerationAct, type PersonStanding, putModerationAct } from '@veld/contract';
import { beforeEach, expect, it } from 'vitest';
import { newId } from '../../../local/db/ids';
import { freshPerson } from '../../../local/testing/people';
import { json, problem, VeldServer } from '../../../local/testing/veld-server';
import { queryClient } from '../../../shared/session/queries';
import { renderAs } from '../../../testing/render-as';
import ModerateButton from './ModeratePerson';

const bram = { id: newId(), name: 'bram' };
const FREE: PersonStanding = { standing: null, until: null, is_actionable: true };
let now: PersonStanding;
let acts: ModerationAct[];
let isRefused: boolean;
let server: VeldServer;

beforeEach(() => {
  queryClient.clear();
  now = FREE;
  acts = [];
  isRefused = false;
});

async function open() {
  const admin = freshPerson('anna', { roles: ['user', 'admin'] });
  server = new VeldServer(admin)
    .answer(getStanding, () => json({ data: now }))
    .answer(listModerationActs, () => json({ data: acts, next_cursor: null }))
    .answer(putModerationAct, () => (isRefused ? problem(409, 'conflict', { title: 'Changed elsewhere' }) : { status: 204 }));
  await renderAs(admin, <ModerateButton person={bram} />, { at: '/profile/1', server });
  fireEvent.click(screen.getByRole('button', { name: 'Warn or restrict' }));
  return within(await screen.findByRole('dialog'));
}
const sent = () =>
  server.asked.filter(({ method }) => method === 'PUT').map(({ path, body }) => ({ path, body: body as { until?: string } }));

it('suspends a person for a week, with the reason they read, and says the same again after a failure', async () => {
  const dialog = await open();
  fireEvent.click(await dialog.findByRole('button', { name: 'Suspend' }));
  const confirm = dialog.getByRole('button', { name: 'Suspend account' });
  expect(confirm.hasAttribute('disabled')).toBe(true);
  fireEvent.click(dialog.getByRole('radio', { name: '1 week' }));
  expect(dialog.getByText(/^Ends by itself on /)).toBeDefined();
  fireEvent.change(dialog.getByRole('textbox', { name: 'Reason' }), { target: { value: 'Cool down.' } });
  isRefused = true;
  fireEvent.click(confirm);
  expect(await dialog.findByText('Changed elsewhere')).toBeDefined();
  isRefused = false;
  fireEvent.click(confirm);
  await waitFor(() => expect(sent()).toHaveLength(2));
  const [first, second] = sent();
  expect(second).toEqual(first);
  expect(second!.body).toMatchObject({ action: 'suspend', user_id: bram.id, note: 'Cool down.' });
  const days = (Date.parse(second!.body.until!) - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(7);
});

it('warns without an end, and lets a restriction be lifted or have another end', async () => {
  now = { standing: 'limited', until: '2026-12-12T10:00:00.000Z', is_actionable: true };
  const dialog = await open();
  expect(await dialog.findByText('This account is limited.')).toBeDefined();
  expect(dialog.getByText(/^Ends by itself on (12 December|December 12,) 2026/)).toBeDefined();
  const names = within(dialog.getByRole('group', { name: 'About bram' }))
    .getAllByRole('button')
    .map((one) => one.textContent);
  expect(names).toEqual(['Warn', 'Change end', 'Suspend', 'Restore']);
  fireEvent.click(dialog.getByRole('button', { name: 'Warn' }));
  expect(dialog.queryByRole('radio')).toBeNull();
  fireEvent.click(dialog.getByRole('button', { name: 'Restore' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Restore account' }));
  await waitFor(() => expect(sent().map(({ body }) => body)).toEqual([{ action: 'reinstate', user_id: bram.id, note: '' }]));
});

it('shows what was done so far, and that nothing can be done about administrators', async () => {
  now = { ...FREE, is_actionable: false };
  const about = { subject_kind: 'user', subject_id: bram.id, observation_id: null } as const;
  acts = [
    { id: newId(), action: 'reinstate', is_automatic: true, until: null, actor: null, note: '', at: '2026-05-03T10:00:00.000Z', ...about },
    {
      id: newId(),
      action: 'limit',
      is_automatic: false,
      until: '2026-05-03T10:00:00.000Z',
      actor: { id: newId(), name: 'chen' },
      note: 'Please be kind.',
      at: '2026-05-01T10:00:00.000Z',
      ...about,
    },
  ];
  const dialog = await open();
  expect(await dialog.findByText('Administrators can’t be warned or restricted.')).toBeDefined();
  expect(await dialog.findByText('Ended by itself')).toBeDefined();
  for (const text of ['Account limited', /^Until (3 May|May 3,) 2026/, 'Please be kind.', 'chen'])
    expect(dialog.getByText(text)).toBeDefined();
  expect(dialog.queryByText('a former member')).toBeNull();
});
