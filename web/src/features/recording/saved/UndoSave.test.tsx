// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { i18next, startI18n } from '../../../i18n/i18n';
import { openUserDatabase } from '../../../local/db/database';
import { newId } from '../../../local/db/ids';
import { saveObservation } from '../../../local/records/observations';
import { listOutbox } from '../../../local/outbox/outbox';
import { UNDO_MS } from '../../../local/records/undo-save';
import { observer, person } from '../../../local/testing/people';
import { auth } from '../../../local/app/veld';
import { ThemeProvider } from '../../../ui/ThemeProvider';
import { blankValues } from '../form-values';
import { UndoSave } from './UndoSave';

let user = person('anna');

beforeAll(async () => {
  await startI18n();
  await i18next.changeLanguage('en');
  await i18next.loadNamespaces(['observations', 'common', 'recording', 'geo']);
});
beforeEach(() => {
  user = person('anna', { id: newId() });
  auth.store.setState({ user, token: 'token-1', isReady: true });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const database = () => openUserDatabase(user.id);
const sendingTime = async () => (await listOutbox(database()))[0]!.next_try_at;

async function shownAfterSaving() {
  const id = await saveObservation(database(), { verbatim_name: 'a wren' }, [], { user: observer(user), undoMs: UNDO_MS });
  const values = { ...blankValues(user.preferences), verbatim_name: 'a wren' };
  const undone: unknown[] = [];
  const shown = render(
    <ThemeProvider>
      <UndoSave id={id} values={values} onUndone={(start) => undone.push(start.values.verbatim_name)} />
    </ThemeProvider>,
  );
  return { ...shown, undone };
}

describe('a record that was just saved', () => {
  it('waits as long as it can be taken back, and goes as soon as anna goes on', async () => {
    const before = Date.now();
    const { unmount } = await shownAfterSaving();
    expect(await sendingTime()).toBeGreaterThanOrEqual(before + UNDO_MS);
    unmount();
    await waitFor(async () => expect(await sendingTime()).toBe(0));
  });

  it('goes when the phone is put away', async () => {
    await shownAfterSaving();
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    await waitFor(async () => expect(await sendingTime()).toBe(0));
    visibility.mockRestore();
  });

  it('is a draft again when it is taken back, and nothing asks whether it may be deleted', async () => {
    const { undone } = await shownAfterSaving();
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(undone).toEqual(['a wren']));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await listOutbox(database())).toEqual([]);
    expect(await database().drafts.count()).toBe(1);
  });
});
