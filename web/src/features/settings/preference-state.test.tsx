// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openUserDatabase } from '../../local/db/database';
import { listOutbox } from '../../local/outbox/outbox';
import { auth } from '../../shared/session/session';
import { freshPerson } from '../../local/testing/people';
import { renderAs } from '../../testing/render-as';
import { UnitsSection } from './sections/AppSections';

const units = <UnitsSection id="units" title="Units" />;
const shown = () => within(screen.getByRole('region', { name: 'Units' }));
const state = () => shown().getByRole('status').textContent.trim();
const chosen = () => shown().getByRole<HTMLInputElement>('radio', { checked: true }).value;

it('a changed setting waits on the device, then is saved', async () => {
  const anna = freshPerson('anna');
  await renderAs(anna, units);
  const database = openUserDatabase(anna.id);
  expect(state()).toBe('');
  fireEvent.click(shown().getByRole('radio', { name: 'Feet and miles' }));
  await waitFor(() => expect(state()).toBe('Saved on this device, waiting to upload'));
  expect(chosen()).toBe('imperial');
  const items = await listOutbox(database);
  expect(items.map(({ input }) => input.body)).toEqual([{ units: 'imperial' }]);
  await act(() => database.outbox.clear());
  await waitFor(() => expect(state()).toBe('Saved'));
});

it('a setting that the server rejects says why, and can be tried again', async () => {
  const anna = freshPerson('anna');
  await renderAs(anna, units);
  const database = openUserDatabase(anna.id);
  fireEvent.click(shown().getByRole('radio', { name: 'Feet and miles' }));
  await waitFor(async () => expect(await listOutbox(database)).toHaveLength(1));
  const error = { kind: 'problem', status: 422, code: 'validation', title: null, detail: 'Not these units.', errors: null, at: 1 } as const;
  await act(async () => {
    await database.outbox.toCollection().modify({ state: 'needs_attention', last_error: error });
    // As the device does after a rejection: the value of the server is shown again.
    auth.store.setState({ user: { ...auth.state().user!, preferences: anna.preferences } });
  });
  expect(await shown().findByText('Not these units.')).toBeDefined();
  expect(state()).toBe('The server didn’t accept this. Choose again.');
  expect(chosen()).toBe('metric');
  fireEvent.click(shown().getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(state()).toBe('Saved on this device, waiting to upload'));
  expect((await listOutbox(database)).map(({ input, state: of }) => [input.body, of])).toEqual([[{ units: 'imperial' }, 'waiting']]);
  expect(chosen()).toBe('imperial');
});

it('a setting that changes elsewhere while it is shown says so', async () => {
  const anna = freshPerson('anna');
  await renderAs(anna, units);
  act(() => auth.store.setState({ user: { ...anna, preferences: { ...anna.preferences, units: 'imperial' } } }));
  await waitFor(() => expect(state()).toBe('Changed on another device or in another tab'));
  expect(chosen()).toBe('imperial');
  fireEvent.click(shown().getByRole('radio', { name: 'Metres and kilometres' }));
  await waitFor(() => expect(state()).toBe('Saved on this device, waiting to upload'));
});
