// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { confirmPassword, deleteAccount, patchPreferences } from '@veld/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openUserDatabase } from '../../../local/db/database';
import { feedbackDraftKey } from '../../../local/device/feedback-draft';
import { sharedFiles } from '../../../local/device/shared-files';
import { saveObservation } from '../../../local/records/observations';
import { freshPerson, observer } from '../../../local/testing/people';
import { json, problem, VeldServer } from '../../../local/testing/veld-server';
import { auth } from '../../../shared/session/session';
import { renderAs } from '../../../testing/render-as';
import { traces } from '../../../testing/traces';
import { DeleteSection } from './DeleteSection';

const replace = vi.fn<(url: string | URL) => void>();

beforeEach(() => {
  replace.mockClear();
  vi.spyOn(location, 'replace').mockImplementation(replace);
});

describe('deleting the account', () => {
  it('needs the password, happens only if it is right, and leaves nothing of the person on the device', async () => {
    const anna = freshPerson('anna');
    const passwords: unknown[] = [];
    let deleted = 0;
    let confirmation: string | undefined;
    const server = new VeldServer(anna)
      .answer(confirmPassword, (_url, { body }) => {
        passwords.push(body);
        const isRight = (body as { current_password: string }).current_password === 'heron over the quiet fen';
        return isRight
          ? { status: 204 }
          : problem(422, 'validation', { errors: { current_password: ['This isn’t your current password.'] } });
      })
      .answer(patchPreferences, () => json({ data: anna }))
      .answer(deleteAccount, (_url, { body }) => {
        deleted++;
        confirmation = (body as { confirmation?: string }).confirmation;
        return { status: 204 };
      });
    const taxon = { taxon_id: 17, observed_on: '2026-05-10' };
    await saveObservation(openUserDatabase(anna.id), taxon, [], { user: observer(anna) });
    localStorage.setItem(feedbackDraftKey(anna.id), '{"text":"Farewell"}');
    await sharedFiles().add([new File(['a'], 'a.jpg', { type: 'image/jpeg' })]);
    const [shared] = await sharedFiles().waitingFor(anna.id);
    await sharedFiles().accept([shared!.id], anna.id);
    expect(await traces(anna)).not.toEqual([]);
    await renderAs(anna, <DeleteSection id="delete" title="Delete account" />, { server });
    fireEvent.click(await screen.findByRole('button', { name: 'Delete my account' }));
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Delete account' });
    fireEvent.change(screen.getByLabelText(/^Type “delete”/), { target: { value: 'delete' } });
    expect(button.disabled, 'no password').toBe(true);
    const password = screen.getByLabelText('Current password');
    fireEvent.change(password, { target: { value: 'a wrong guess' } });
    fireEvent.click(button);
    await screen.findByText('This isn’t your current password.');
    expect([auth.check(), deleted]).toEqual([true, 0]);
    fireEvent.change(password, { target: { value: 'heron over the quiet fen' } });
    await waitFor(() => expect(button.disabled).toBe(false));
    fireEvent.click(button);
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/welcome'));
    await waitFor(() => expect(deleted).toBe(1));
    expect(auth.check()).toBe(false);
    expect(passwords).toHaveLength(2);
    expect(passwords[1]).toHaveProperty('confirmation', confirmation);
    expect(confirmation, 'repeated requests name the confirmation').toBeDefined();
    expect(await traces(anna)).toEqual([]);
  });

  it('keeps the records under the name if that is chosen, and says first what there is', async () => {
    const anna = freshPerson('anna');
    const sent: unknown[] = [];
    const server = new VeldServer(anna)
      .answer(confirmPassword, () => ({ status: 204 }))
      .answer(deleteAccount, (_url, { body }) => {
        sent.push(body);
        return { status: 204 };
      });
    const user = { user: observer(anna) };
    await saveObservation(openUserDatabase(anna.id), { taxon_id: 17, observed_on: '2026-05-10' }, [], user);
    await saveObservation(openUserDatabase(anna.id), { taxon_id: 18 }, [], user);
    await renderAs(anna, <DeleteSection id="delete" title="Delete account" />, { server });
    fireEvent.click(await screen.findByRole('button', { name: 'Delete my account' }));
    expect(await screen.findByText('Your records: 1 · photos: 0 · saved places: 0'), 'a tick is no record').toBeDefined();
    expect(screen.getByRole('link', { name: 'Export everything first' }).getAttribute('href')).toBe('/settings/data');
    expect(screen.getAllByRole('radio').map((one) => (one as HTMLInputElement).value)).toEqual(['anonymise', 'named', 'erase']);
    fireEvent.click(screen.getByRole('radio', { name: /^Keep my records under my name/ }));
    fireEvent.change(screen.getByLabelText(/^Type “delete”/), { target: { value: 'delete' } });
    fireEvent.change(screen.getByLabelText('Current password'), { target: { value: 'heron over the quiet fen' } });
    fireEvent.click(screen.getByRole('button', { name: 'Delete account' }));
    await waitFor(() => expect(sent).toEqual([{ on_delete: 'named', confirmation: expect.any(String) }]));
  });
});
