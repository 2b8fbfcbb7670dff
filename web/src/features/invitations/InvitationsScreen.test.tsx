// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { deleteInvitation, type Invitation, listInvitations, putInvitation, type RegistrationMode } from '@veld/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { queryClient } from '../../shared/session/queries';
import { newId } from '../../local/db/ids';
import { freshPerson } from '../../local/testing/people';
import { json, VeldServer } from '../../local/testing/veld-server';
import { renderAs } from '../../testing/render-as';
import { wideScreen } from '../../testing/wide-screen';
import InvitationsScreen from './InvitationsScreen';

const admin = freshPerson('anna', { roles: ['user', 'admin'] });

function invitation(change: Partial<Invitation> = {}): Invitation {
  return {
    id: newId(),
    label: 'Moth night',
    created_by: 'anna',
    created_at: '2026-05-01T10:00:00Z',
    expires_at: '2026-05-08T10:00:00Z',
    max_uses: 20,
    uses: 3,
    state: 'active',
    ...change,
  };
}

describe('invitations', () => {
  beforeEach(() => {
    queryClient.clear();
    wideScreen();
  });

  /** A server with these invitations, to which it adds and in which it revokes. */
  function server(rows: Invitation[], registration: RegistrationMode = 'invite'): VeldServer {
    return new VeldServer(admin)
      .answer(listInvitations, () => json({ data: rows, registration }))
      .answer(putInvitation, (url, { body }) => {
        const id = url.pathname.split('/').at(-1)!;
        const { label, max_uses } = body as { label: string; max_uses: number };
        if (!rows.some((row) => row.id === id)) rows.unshift(invitation({ id, label, max_uses, uses: 0 }));
        return json({ data: rows.find((row) => row.id === id) });
      })
      .answer(deleteInvitation, (url) => {
        for (const row of rows) if (url.pathname.endsWith(row.id)) row.state = 'revoked';
        return { status: 204 };
      });
  }
  const show = (veld: VeldServer) => renderAs(admin, <InvitationsScreen />, { at: '/admin/invitations', server: veld });
  const puts = (veld: VeldServer) => veld.asked.filter(({ method }) => method === 'PUT');

  it('are created with a label, a number of uses and an expiry, and their link is shown once', async () => {
    const veld = server([]);
    await show(veld);
    expect(await screen.findByText('Nobody has been invited yet.')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Create invitation' }));
    expect(screen.getByText('Enter a label.')).toBeDefined();
    fireEvent.change(screen.getByLabelText('Label'), { target: { value: ' Fen walk ' } });
    fireEvent.change(screen.getByLabelText('How many people can use it'), { target: { value: '2000' } });
    fireEvent.click(screen.getByRole('button', { name: 'Create invitation' }));
    expect(screen.getByText('Enter a number from 1 to 1,000.')).toBeDefined();
    expect(puts(veld)).toEqual([]);
    fireEvent.change(screen.getByLabelText('How many people can use it'), { target: { value: '12' } });
    fireEvent.change(screen.getByLabelText('Works for'), { target: { value: '30' } });
    fireEvent.click(screen.getByRole('button', { name: 'Create invitation' }));
    const link = await screen.findByLabelText<HTMLTextAreaElement>('Invitation link');
    const { token, ...body } = puts(veld)[0]!.body as { token: string };
    expect(body).toEqual({ label: 'Fen walk', max_uses: 12, days: 30 });
    expect(link.value).toBe(`${location.origin}/register?invite=${token}`);
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(await screen.findByText('Fen walk')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Done' }));
    expect(screen.queryByLabelText('Invitation link')).toBeNull();
    expect(document.body.innerHTML).not.toContain(token);
  });

  it('are created once when the response was lost', async () => {
    const veld = server([]);
    await show(veld);
    let isLost = true;
    veld.fault = ({ method }) => {
      if (method !== 'PUT' || !isLost) return null;
      isLost = false;
      return 'answer-lost';
    };
    fireEvent.change(screen.getByLabelText('Label'), { target: { value: 'Fen walk' } });
    fireEvent.click(screen.getByRole('button', { name: 'Create invitation' }));
    await screen.findByRole('alert');
    fireEvent.click(screen.getByRole('button', { name: 'Create invitation' }));
    await screen.findByLabelText('Invitation link');
    const [first, second] = puts(veld);
    expect(second).toEqual(first);
    expect(await screen.findAllByText('Fen walk')).toHaveLength(1);
  });

  it('are listed with their state, and those that work can be withdrawn', async () => {
    const veld = server([
      invitation(),
      invitation({ label: 'Old', state: 'expired' }),
      invitation({ label: 'Full', state: 'used_up', uses: 20 }),
    ]);
    await show(veld);
    const row = (label: string) => screen.getByRole('link', { name: label }).closest<HTMLElement>('[role=row]')!;
    const cells = (label: string) =>
      within(row(label))
        .getAllByRole('gridcell')
        .map(({ textContent }) => textContent);
    await screen.findByText('Rows: 3');
    expect(cells('Moth night').slice(0, 3)).toEqual(['Moth night', 'Active', '3 / 20']);
    expect(cells('Moth night')[3]).toMatch(/^May 8, 2026/);
    expect(cells('Old')[1]).toBe('Expired');
    expect(cells('Full').slice(1, 3)).toEqual(['Used up', '20 / 20']);
    const labels = () =>
      within(screen.getByRole('grid'))
        .getAllByRole('link')
        .map(({ textContent }) => textContent);
    const usedHead = within(screen.getByRole('columnheader', { name: 'Used' })).getByRole('button');
    fireEvent.click(usedHead);
    fireEvent.click(usedHead);
    expect(labels()[0]).toBe('Full');
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search by label' }), { target: { value: 'moth' } });
    await screen.findByText('Rows: 1 of 3');
    expect(labels()).toEqual(['Moth night']);
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search by label' }), { target: { value: '' } });
    await screen.findByText('Rows: 3');
    fireEvent.click(screen.getByRole('link', { name: 'Old' }));
    await within(await screen.findByRole('dialog')).findByText('3 of 20 used · Created by anna');
    expect(screen.queryByRole('button', { name: 'Withdraw invitation' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(screen.getByRole('link', { name: 'Moth night' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/3 of 20 used · Works until May 8, 2026.* · Created by anna/)).toBeDefined();
    expect(veld.count('DELETE', '/api/invitations')).toBe(0);
    fireEvent.click(dialog.getByRole('button', { name: 'Withdraw invitation' }));
    await dialog.findByText('Withdrawn');
    expect(dialog.queryByRole('button', { name: 'Withdraw invitation' })).toBeNull();
    expect(cells('Moth night')[1]).toBe('Withdrawn');
  });

  it.each([
    ['open', 'Anyone can create an account on this server. Invitations are needed only if it runs with REGISTRATION=invite.'],
    [
      'closed',
      'This server isn’t accepting new accounts, not even with an invitation. Invitations work if it runs with REGISTRATION=invite.',
    ],
  ] as const)('say what they are worth where registration is %s', async (registration, text) => {
    await show(server([], registration));
    expect(await screen.findByText(text)).toBeDefined();
  });

  it('can be loaded again after a failure', async () => {
    const veld = server([invitation()]);
    veld.fault = () => 'no-connection';
    await show(veld);
    expect(await screen.findByText('Can’t reach the server. Veld will try again later.')).toBeDefined();
    veld.fault = () => null;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Moth night')).toBeDefined();
  });
});
