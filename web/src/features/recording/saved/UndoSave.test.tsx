// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { User } from '@veld/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openUserDatabase } from '../../../local/db/database';
import { saveObservation } from '../../../local/records/observations';
import { listOutbox } from '../../../local/outbox/outbox';
import { UNDO_MS } from '../../../local/records/undo-save';
import { freshPerson, observer } from '../../../local/testing/people';
import { renderAs } from '../../../testing/render-as';
import { blankValues } from '../form-values';
import { UndoSave } from './UndoSave';

let user: User;
beforeEach(() => {
  user = freshPerson('anna');
});

const database = () => openUserDatabase(user.id);
const nextTryAt = async () => (await listOutbox(database()))[0]!.next_try_at;

async function renderAfterSaving() {
  const id = await saveObservation(database(), { verbatim_name: 'a wren' }, [], { user: observer(user), undoMs: UNDO_MS });
  const values = { ...blankValues(user.preferences), verbatim_name: 'a wren' };
  const undone: unknown[] = [];
  const button = <UndoSave id={id} values={values} onUndone={(start) => undone.push(start.values.verbatim_name)} />;
  const shown = await renderAs(user, button);
  return { ...shown, undone };
}

describe('a record that was just saved', () => {
  it('is not sent while it can be undone, and is due as soon as anna continues', async () => {
    const before = Date.now();
    const { unmount } = await renderAfterSaving();
    expect(await nextTryAt()).toBeGreaterThanOrEqual(before + UNDO_MS);
    unmount();
    await waitFor(async () => expect(await nextTryAt()).toBe(0));
  });

  it('is due when the page is hidden', async () => {
    await renderAfterSaving();
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    await waitFor(async () => expect(await nextTryAt()).toBe(0));
    visibility.mockRestore();
  });

  it('becomes a draft again when it is undone, without a confirmation', async () => {
    const { undone } = await renderAfterSaving();
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(undone).toEqual(['a wren']));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await listOutbox(database())).toEqual([]);
    expect(await database().drafts.count()).toBe(1);
  });
});
