// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openUserDatabase } from '../../local/db/database';
import { newId } from '../../local/db/ids';
import { changeSavedPlaces } from '../../local/changes/saved-places';
import { CHANGES_CURSOR } from '../../local/pull/pull-store';
import { freshPerson } from '../../local/testing/people';
import { renderAs } from '../../testing/render-as';
import { recordOfForm } from '../recording/testing/records';
import MyLocationsScreen from './MyLocationsScreen';

const BLANK = { kind: 'patch' as const, latitude: 52, longitude: 5, uncertainty_m: null, notes: '' };

describe('the saved places', () => {
  it('are on a small map that leads to the map, and in the chosen order', async () => {
    const anna = freshPerson('anna');
    const place = (name: string) => ({ ...BLANK, id: newId(), name });
    const [dike, hide] = [place('Dike'), place('Hide')];
    const database = openUserDatabase(anna.id);
    await changeSavedPlaces(database, () => [hide, dike]);
    await database.observations.add(recordOfForm({ latitude: 52, longitude: 5, location_source: 'saved_place', location_id: hide.id }));
    await renderAs(anna, <MyLocationsScreen />);
    const map = await screen.findByRole('link', { name: /^Map of 2 saved places/ });
    expect(map.getAttribute('href')).toBe('/map?places=1');
    const names = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    const order = screen.getByLabelText<HTMLSelectElement>('Sort by');
    // The location is unknown.
    expect([order.value, names()]).toEqual(['name', ['Dike', 'Hide']]);
    fireEvent.change(order, { target: { value: 'last_used' } });
    await waitFor(() => expect(names()).toEqual(['Hide', 'Dike']));
  });

  it('are said to be none once they have arrived', async () => {
    const anna = freshPerson('anna');
    await renderAs(anna, <MyLocationsScreen />);
    expect(await screen.findByText('Downloading your records')).toBeTruthy();
    expect(screen.queryByText(/^Add your garden/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Add place' })).toBeTruthy();
    await openUserDatabase(anna.id).settings.put({ key: CHANGES_CURSOR, value: 'c' });
    expect(await screen.findByText(/^Add your garden/)).toBeTruthy();
  });
});

describe('the order that a person puts their places in', () => {
  it('is changed with the buttons of a place, sent, and shown from then on', async () => {
    const anna = freshPerson('anna');
    const place = (name: string) => ({ ...BLANK, id: newId(), name });
    const database = openUserDatabase(anna.id);
    const [dike, garden, hide] = [place('Dike'), place('Garden'), place('Hide')];
    await changeSavedPlaces(database, () => [garden, hide, dike]);
    await database.outbox.clear();
    const { unmount } = await renderAs(anna, <MyLocationsScreen />);
    await screen.findByRole('heading', { name: 'Dike' });
    const names = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(screen.queryByRole('button', { name: 'Move Hide up' })).toBeNull();
    fireEvent.change(screen.getByLabelText('Sort by'), { target: { value: 'mine' } });
    const up = await screen.findByRole('button', { name: 'Move Hide up' });
    up.focus();
    fireEvent.click(up);
    await waitFor(() => expect(names()).toEqual(['Dike', 'Hide', 'Garden']));
    expect(document.activeElement).toBe(up);
    expect(screen.getByText('Hide is now number 2 of 3.')).toBeDefined();
    fireEvent.click(up);
    await waitFor(() => expect(names()).toEqual(['Hide', 'Dike', 'Garden']));
    // At the top it has nowhere to go.
    expect(up.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(up);
    fireEvent.click(screen.getByRole('button', { name: 'Move Dike down' }));
    await waitFor(() => expect(names()).toEqual(['Hide', 'Garden', 'Dike']));
    const sent = (await database.outbox.toArray()).map(({ input }) => (input.body as { list_position?: number }).list_position);
    expect(sent.every((position) => typeof position === 'number')).toBe(true);
    unmount();
    await renderAs(anna, <MyLocationsScreen />);
    await waitFor(() => expect(names()).toEqual(['Hide', 'Garden', 'Dike']));
  });
});

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
