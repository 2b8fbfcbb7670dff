// @vitest-environment happy-dom
import { act, renderHook, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openUserDatabase, type UserDatabase } from '../../local/db/database';
import { newId } from '../../local/db/ids';
import { reconcileSuccess } from '../../local/outbox/reconcile';
import { membershipChanges, setMembership } from '../../local/changes/projects';
import { freshPerson } from '../../local/testing/people';
import { signIn } from '../../testing/render-as';
import { usePendingChanges } from './use-pending-changes';

const ANSWERED_AT = Date.UTC(2026, 4, 17);
const SECOND = 1000;

/** Joins a project; the server accepts that at a time, if one is given. */
async function join(database: UserDatabase, acceptedAt?: number): Promise<void> {
  await setMembership(database, { id: newId(), isOn: true });
  if (acceptedAt !== undefined) await accept(database, acceptedAt);
}

async function accept(database: UserDatabase, now: number): Promise<void> {
  for (const item of await database.outbox.toArray()) await reconcileSuccess(database, item, null, now);
}

async function show(answeredAt = ANSWERED_AT) {
  const onAccepted = vi.fn<() => void>();
  const { result } = renderHook(() => usePendingChanges(membershipChanges, { answeredAt, onAccepted }));
  const states = () => result.current?.map(({ state }) => state);
  await waitFor(() => expect(states()).toBeDefined());
  return { states, onAccepted };
}

/** Logs anna in. */
async function logIn(): Promise<UserDatabase> {
  const anna = freshPerson('anna');
  await signIn(anna);
  return openUserDatabase(anna.id);
}

describe('the changes that an answer may lack', () => {
  it('are those that wait and those that the server accepted while the answer was on its way, or since', async () => {
    const database = await logIn();
    for (const acceptedAt of [ANSWERED_AT - 31 * SECOND, ANSWERED_AT - 29 * SECOND, ANSWERED_AT + SECOND]) await join(database, acceptedAt);
    await join(database);
    const { states } = await show();
    expect(states()).toEqual(['sent', 'sent', 'waiting']);
  });

  it('make the answer be asked for again each time when the server accepts one', async () => {
    const database = await logIn();
    const { states, onAccepted } = await show();
    await act(() => join(database));
    await waitFor(() => expect(states()).toEqual(['waiting']));
    expect(onAccepted).not.toHaveBeenCalled();
    await act(() => accept(database, ANSWERED_AT + SECOND));
    await waitFor(() => expect(onAccepted).toHaveBeenCalledTimes(1));
    await act(() => join(database, ANSWERED_AT + 2 * SECOND));
    await waitFor(() => expect(onAccepted).toHaveBeenCalledTimes(2));
  });

  it.each([
    ['was kept from before the server accepted one', ANSWERED_AT, 1],
    ['is from after that', ANSWERED_AT + 2 * SECOND, 0],
    ['has not come yet', 0, 0],
  ])('have an answer that %s asked for again %s times', async (_, answeredAt, times) => {
    const database = await logIn();
    await join(database, ANSWERED_AT + SECOND);
    const { states, onAccepted } = await show(answeredAt);
    expect(states()).toEqual(['sent']);
    expect(onAccepted).toHaveBeenCalledTimes(times);
  });
});
