// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openUserDatabase } from '../../local/db/database';
import { newId } from '../../local/db/ids';
import { changeSavedPlaces } from '../../local/records/lists/saved-places';
import { freshPerson } from '../../local/testing/people';
import { renderAs } from '../../testing/render-as';
import MyLocationsScreen from './MyLocationsScreen';

describe('the focus on the screen of saved places', () => {
  it('returns after editing or cancelling, and stays on the page when a place is deleted and restored', async () => {
    const garden = { id: newId(), name: 'Garden', kind: 'garden' as const, latitude: 52.3, longitude: 5.1, uncertainty_m: 25, notes: '' };
    const anna = freshPerson('anna');
    await changeSavedPlaces(openUserDatabase(anna.id), () => [garden]);
    await renderAs(anna, <MyLocationsScreen />);
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
