// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { logout, type TaxonSummary } from '@veld/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openUserDatabase } from '../../local/db/database';
import { newId } from '../../local/db/ids';
import { sharedFiles } from '../../local/device/shared-files';
import { setWanted } from '../../local/changes/species';
import { operations } from '../../local/changes/feedback';
import { enqueue } from '../../local/outbox/store';
import { saveDraft } from '../../local/records/drafts';
import { saveObservation } from '../../local/records/observations';
import { declare } from '../../local/records/photos';
import { changeSavedPlaces } from '../../local/changes/saved-places';
import { emptyTally, runningTally, withNewTap } from '../../local/records/tally';
import { feedbackDraftKey } from '../../local/device/feedback-draft';
import { enqueueChange } from '../../local/changes/accounts';
import { freshPerson, observer, photo } from '../../local/testing/people';
import { VeldServer } from '../../local/testing/veld-server';
import { renderAs } from '../../testing/render-as';
import { traces } from '../../testing/traces';
import { auth } from '../../shared/session/session';
import LogoutDialog from './LogoutDialog';

const robin = { id: 17, name: 'European robin', scientific_name: 'Erithacus rubecula' } as TaxonSummary;

/** The dialog as anna sees it with that many unsent records, and without a network: logging out must not need one. */
async function openDialogWith(unsent: number) {
  const anna = freshPerson('anna');
  const database = openUserDatabase(anna.id);
  for (let index = 0; index < unsent; index++) {
    await saveObservation(database, { taxon_id: 17, observed_on: '2026-05-10' }, [], { user: observer(anna) });
  }
  const close = vi.fn<() => void>();
  const server = new VeldServer(anna);
  server.fault = () => 'no-connection';
  await renderAs(anna, <LogoutDialog opened onClose={close} />, { server, routes: { '/welcome': <p>the welcome screen</p> } });
  /** Nothing waits for the request that ends the session on the server, so it could outlive the test. */
  const hasTried = () => waitFor(() => expect(server.count(logout.method, logout.path)).toBe(1));
  return { anna, database, close, hasTried };
}

const replace = vi.fn<(url: string | URL) => void>();

beforeEach(() => {
  replace.mockClear();
  vi.spyOn(location, 'replace').mockImplementation(replace);
});

describe('logging out', () => {
  it('keeps them by default, for the same person to send later', async () => {
    const { database, hasTried } = await openDialogWith(2);
    await screen.findByText(/^2 records are only on this device/);
    fireEvent.click(screen.getByRole('button', { name: 'Log out and keep everything here' }));
    await screen.findByText('the welcome screen');
    await hasTried();
    expect(auth.check()).toBe(false);
    expect(await database.outbox.count()).toBe(2);
    expect(await database.observations.count()).toBe(2);
    expect(replace).not.toHaveBeenCalled();
  });

  it('asks about an unsent tick too, and does not call it a record', async () => {
    const anna = freshPerson('anna');
    await saveObservation(openUserDatabase(anna.id), { taxon_id: 17 }, [], { user: observer(anna) });
    await renderAs(anna, <LogoutDialog opened onClose={() => undefined} />);
    expect(await screen.findByText('1 change waiting to upload')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Log out and keep everything here' })).toBeDefined();
    expect(await screen.findByText('Other changes not uploaded')).toBeDefined();
    expect(screen.queryByText(/record/i)).toBeNull();
  });

  it('removes them only after the word is typed, and leaves nothing of the person on the device', async () => {
    const { anna, hasTried } = await openDialogWith(1);
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Log out and remove everything' });
    expect(button.disabled).toBe(true);
    fireEvent.change(screen.getByLabelText(/^Type “remove”/), { target: { value: 'remov' } });
    fireEvent.submit(button.closest('form')!);
    expect(auth.check()).toBe(true);
    fireEvent.change(screen.getByLabelText(/^Type “remove”/), { target: { value: ' Remove ' } });
    expect(button.disabled).toBe(false);
    fireEvent.click(button);
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/welcome'));
    await hasTried();
    expect(auth.check()).toBe(false);
    expect(await traces(anna)).toEqual([]);
  });

  it('names everything that removing would lose', async () => {
    const anna = freshPerson('anna');
    const database = openUserDatabase(anna.id);
    const picture = await photo();
    const media = [declare(picture, 0)];
    await saveObservation(database, { taxon_id: 17, observed_on: '2026-05-10', media }, [picture], { user: observer(anna) });
    await saveDraft(database, { id: newId(), observation_id: null, values: {}, photo_ids: [], updated_at: 1 });
    await changeSavedPlaces(database, () => [
      { id: newId(), name: 'Garden', kind: 'garden', latitude: 52, longitude: 5, uncertainty_m: null, notes: '' },
    ]);
    await setWanted(database, 17, true);
    await setWanted(database, 18, true);
    const tally = emptyTally({ now: 0, time_zone: null, source: 'none' });
    await runningTally.update(database, () => withNewTap(withNewTap(tally, robin, { now: 1 }), robin, { now: 2 }));
    await enqueueChange(database, { kind: 'preference', key: 'units', value: 'imperial' }, 1);
    const body = { kind: 'problem', text: 'The map is upside down', may_contact: true, app_version: '1' } as const;
    await enqueue(database, operations.sendFeedback, { params: { id: newId() }, body }, 1);
    localStorage.setItem(feedbackDraftKey(anna.id), '{"text":"And so"}');
    await sharedFiles().add([new File(['a'], 'a.jpg', { type: 'image/jpeg' }), new File(['b'], 'b.jpg', { type: 'image/jpeg' })]);
    const [first] = await sharedFiles().waitingFor(anna.id);
    await sharedFiles().accept([first!.id], anna.id);

    await renderAs(anna, <LogoutDialog opened onClose={() => undefined} />);
    await screen.findByText(/^Only this device has the following/);
    expect([...document.querySelectorAll('dl > div')].map((row) => row.textContent)).toEqual([
      'Records not uploaded1',
      'Photos not uploaded1',
      'Drafts1',
      'Species in the running tally1',
      'Saved places1',
      'Species on your wanted list2',
      'Messages not sent2',
      'Other changes not uploaded1',
      'Shared photos not yet in a record1',
    ]);
  });

  it('can be cancelled', async () => {
    const { database, close } = await openDialogWith(1);
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(close).toHaveBeenCalledOnce();
    expect(auth.check()).toBe(true);
    expect(await database.outbox.count()).toBe(1);
  });

  it('removes everything without typing when everything is on the server', async () => {
    const { anna, hasTried } = await openDialogWith(0);
    await screen.findByText('Everything you saved is on the server. Nothing will be lost.');
    expect(screen.queryByRole('textbox')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Log out and remove everything' }));
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/welcome'));
    await hasTried();
    expect(await traces(anna)).toEqual([]);
  });

  it('does not touch the data of another person on the device', async () => {
    const bram = freshPerson('bram');
    await saveObservation(openUserDatabase(bram.id), { taxon_id: 17, observed_on: '2026-05-10' }, [], { user: observer(bram) });
    const before = await traces(bram);
    expect(before).not.toEqual([]);
    const { hasTried } = await openDialogWith(0);
    fireEvent.click(await screen.findByRole('button', { name: 'Log out and remove everything' }));
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/welcome'));
    await hasTried();
    expect(await traces(bram)).toEqual(before);
  });
});
