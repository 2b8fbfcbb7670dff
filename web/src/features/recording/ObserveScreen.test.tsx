// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { User } from '@veld/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { openUserDatabase } from '../../local/db/database';
import { saveDraft } from '../../local/records/drafts';
import { newId } from '../../local/db/ids';
import { freshPerson } from '../../local/testing/people';
import { renderAs } from '../../testing/render-as';
import { blankValues, type FormValues } from './form-values';
import { ObserveScreen } from './ObserveScreen';

let user: User;
const database = () => openUserDatabase(user.id);
beforeEach(() => {
  user = freshPerson('anna');
});

async function openDraft(start: FormValues) {
  const id = newId();
  const values = { ...start };
  await saveDraft(database(), { id, observation_id: null, values, photo_ids: [], updated_at: 1 });
  await renderAs(user, <ObserveScreen />, { at: `/observe?draft=${id}`, routes: { '/': <p>Today</p> } });
  return id;
}

describe('the focus', () => {
  it('is at the title of the form after a save is undone, and when anna adds another record', async () => {
    await openDraft({ ...blankValues(user.preferences), verbatim_name: 'a wren' });
    const press = async (name: string) => {
      const button = await screen.findByRole('button', { name });
      button.focus();
      fireEvent.click(button);
    };
    const isAtForm = () =>
      waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'What do you see?' })));
    await press('Save record');
    await press('Undo');
    await isAtForm();
    await press('Save record');
    await press('Add another here');
    await isAtForm();
  });
});

describe('an open draft', () => {
  it('is discarded by the second click, not by the first', async () => {
    const id = await openDraft({ ...blankValues(user.preferences), verbatim_name: 'a wren', notes: 'singing' });
    fireEvent.click(await screen.findByRole('button', { name: 'Discard this draft' }));
    const sure = await screen.findByRole('button', { name: 'Discard forever' });
    expect(await database().drafts.get(id)).toMatchObject({ values: { notes: 'singing' } });
    fireEvent.blur(sure);
    const again = await screen.findByRole('button', { name: 'Discard this draft' });
    expect(await database().drafts.get(id)).toBeDefined();
    fireEvent.click(again);
    fireEvent.click(await screen.findByRole('button', { name: 'Discard forever' }));
    await screen.findByText('Today');
    await waitFor(async () => expect(await database().drafts.count()).toBe(0));
  });
});
