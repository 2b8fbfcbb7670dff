// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { User } from '@veld/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Link } from 'react-router';
import { openUserDatabase } from '../../../local/db/database';
import { newId } from '../../../local/db/ids';
import { StorageFull } from '../../../local/db/storage-errors';
import { freshPerson } from '../../../local/testing/people';
import { renderAs } from '../../../testing/render-as';
import { blankValues } from '../form-values';
import { useObserveForm } from '../use-observe-form';
import { UnsavedDraft } from './UnsavedDraft';

let user: User;
beforeEach(() => {
  user = freshPerson('anna');
});

const database = () => openUserDatabase(user.id);
const fillDisk = () => vi.spyOn(database(), 'write').mockRejectedValue(new StorageFull('draft', new Error('no room')));

async function renderForm() {
  const start = { draftId: newId(), recordId: null, values: blankValues(user.preferences), isStored: false };
  function Form() {
    const form = useObserveForm(start, () => {});
    return (
      <>
        <UnsavedDraft form={form} onLeaving={() => {}} />
        <textarea aria-label="Notes" value={form.values.notes} onChange={(event) => form.change({ notes: event.currentTarget.value })} />
        <Link to="/map">Map</Link>
        <p>{form.draftState}</p>
      </>
    );
  }
  await renderAs(user, <Form />, { routes: { '/map': <p>On the map</p> } });
  return start.draftId;
}
const type = (value: string) => fireEvent.change(screen.getByRole('textbox', { name: 'Notes' }), { target: { value } });
const click = async (role: string, name: string) => fireEvent.click(await screen.findByRole(role, { name }));
const canUnload = () => globalThis.dispatchEvent(new Event('beforeunload', { cancelable: true }));

describe('a form whose draft does not fit on the disk', () => {
  it('asks before anna leaves, even right after the last letter, and keeps her text if she stays', async () => {
    fillDisk();
    await renderForm();
    type('singing in the birch');
    await click('link', 'Map');
    await screen.findByRole('dialog', { name: 'This isn’t saved yet' });
    expect(screen.getByRole('link', { name: 'Free up space' }).getAttribute('target')).toBe('_blank');
    await click('button', 'Stay here');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('textbox', { name: 'Notes' })).toHaveProperty('value', 'singing in the birch');
    expect(canUnload()).toBe(false);
    await click('link', 'Map');
    await click('button', 'Leave without saving');
    await screen.findByText('On the map');
    expect(canUnload()).toBe(true);
  });

  it('lets her leave without asking once there is room again and the draft is stored', async () => {
    const full = fillDisk();
    const id = await renderForm();
    type('singing in the birch');
    await screen.findByText('full');
    full.mockRestore();
    await click('link', 'Map');
    await screen.findByText('On the map');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await database().drafts.get(id)).toMatchObject({ values: { notes: 'singing in the birch' } });
  });
});

describe('a form whose draft fits on the disk', () => {
  it('can be left without asking, and stores what was typed last', async () => {
    const id = await renderForm();
    type('gone');
    expect(canUnload()).toBe(true);
    await click('link', 'Map');
    await screen.findByText('On the map');
    expect(await database().drafts.get(id)).toMatchObject({ values: { notes: 'gone' } });
  });

  it('can be left at once if nothing was typed, and creates no draft', async () => {
    await renderForm();
    await click('link', 'Map');
    await screen.findByText('On the map');
    expect(await database().drafts.count()).toBe(0);
  });
});
