// @vitest-environment happy-dom
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { i18next, startI18n } from '../../i18n/i18n';
import { openUserDatabase } from '../../local/db/database';
import { newId } from '../../local/db/ids';
import { changeSavedPlaces } from '../../local/records/saved-places';
import { person } from '../../local/testing/people';
import { auth } from '../../local/app/veld';
import { ThemeProvider } from '../../ui/ThemeProvider';
import MyLocationsScreen from './MyLocationsScreen';

const anna = person('anna', { id: newId() });

beforeAll(async () => {
  localStorage.setItem('veld-locale', 'en');
  await startI18n();
  await i18next.loadNamespaces(['settings', 'common']);
});
beforeEach(() => auth.store.setState({ user: anna, token: 'token-1', isReady: true }));

describe('the keyboard at the saved places', () => {
  it('is back where it was once a place was changed or left alone, and stays on the page when one goes and comes back', async () => {
    const garden = { id: newId(), name: 'Garden', kind: 'garden' as const, latitude: 52.3, longitude: 5.1, uncertainty_m: 25, notes: '' };
    await changeSavedPlaces(openUserDatabase(anna.id), () => [garden]);
    render(
      <ThemeProvider>
        <MemoryRouter>
          <MyLocationsScreen />
        </MemoryRouter>
      </ThemeProvider>,
    );
    const edit = await screen.findByRole('button', { name: /^Edit.*Garden/ });
    for (const leave of ['Cancel', 'Save place']) {
      edit.focus();
      fireEvent.click(edit);
      fireEvent.click(await screen.findByRole('button', { name: leave }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      await waitFor(() => expect(document.activeElement).toBe(edit));
    }
    fireEvent.click(screen.getByRole('button', { name: /^Delete.*Garden/ }));
    const undo = await screen.findByRole('button', { name: 'Undo' });
    undo.focus();
    fireEvent.click(undo);
    await screen.findByRole('button', { name: /^Edit.*Garden/ });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
    expect(document.activeElement).not.toBe(document.body);
  });
});
