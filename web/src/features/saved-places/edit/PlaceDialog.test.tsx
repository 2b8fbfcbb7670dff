// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { stubGeolocation } from '../../../device/testing/fake-geolocation';
import { savedPlaces, type SavedPlace } from '../../../local/changes/saved-places';
import { openUserDatabase } from '../../../local/db/database';
import { freshPerson } from '../../../local/testing/people';
import { renderAs } from '../../../testing/render-as';
import { fillPlaceForm, newPlace } from '../data';
import { PlaceDialog } from './PlaceDialog';

it('fills in the location of the device each time the person asks, and never on its own', async () => {
  const geolocation = stubGeolocation();
  await renderAs(freshPerson('anna'), <PlaceDialog start={newPlace()} others={[]} onClose={vi.fn<() => void>()} />);
  const latitude = screen.getByLabelText<HTMLInputElement>('Latitude');
  expect(geolocation.watches.size).toBe(0);

  fireEvent.click(screen.getByRole('button', { name: 'Use my location' }));
  expect(screen.getByText('Finding your location')).toBeDefined();
  act(() => geolocation.report(52.0907, 5.1214, 12.4));
  expect(latitude.value).toBe('52.090700');
  expect(screen.getByLabelText<HTMLInputElement>('Longitude').value).toBe('5.121400');
  expect(screen.getByLabelText<HTMLInputElement>('Uncertainty').value).toBe('12 m');
  expect(geolocation.watches.size).toBe(0);

  fireEvent.change(latitude, { target: { value: '52' } });
  expect(latitude.value).toBe('52');
  fireEvent.click(screen.getByRole('button', { name: 'Use my location' }));
  act(() => geolocation.report(52.5, 5.1214, 12.4));
  expect(latitude.value).toBe('52.500000');
});

it('sets the colour and what new records start with, and keeps the shape until it is removed', async () => {
  const anna = freshPerson('anna');
  const dike: SavedPlace = {
    id: newPlace().id,
    name: 'Dike',
    kind: 'patch',
    latitude: 52.05,
    longitude: 5,
    uncertainty_m: null,
    notes: '',
    geometry: {
      type: 'LineString',
      coordinates: [
        [5, 52],
        [5, 52.1],
      ],
    },
  };
  const { unmount } = await renderAs(anna, <PlaceDialog start={fillPlaceForm(dike)} others={[dike]} onClose={vi.fn<() => void>()} />);
  const saved = () => savedPlaces(openUserDatabase(anna.id));
  expect(screen.getByText('Line, 11 km')).toBeDefined();
  expect(screen.queryByLabelText('Latitude')).toBeNull();
  fireEvent.click(screen.getByLabelText('Blue'));
  fireEvent.change(screen.getByLabelText('Habitat'), { target: { value: 'marsh' } });
  fireEvent.change(screen.getByLabelText('Who sees the place'), { target: { value: 'obscured' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save place' }));
  await waitFor(async () => expect(await saved()).toEqual([{ ...dike, colour: 'water', habitat: 'marsh', geoprivacy: 'obscured' }]));

  unmount();
  await renderAs(anna, <PlaceDialog start={fillPlaceForm((await saved())[0]!)} others={[dike]} onClose={vi.fn<() => void>()} />);
  fireEvent.change(screen.getByLabelText('Habitat'), { target: { value: '' } });
  fireEvent.click(screen.getByRole('button', { name: 'Keep only the middle point' }));
  expect(screen.getByLabelText<HTMLInputElement>('Latitude').value).toBe('52.05');
  fireEvent.click(screen.getByRole('button', { name: 'Save place' }));
  await waitFor(async () =>
    expect(await saved()).toEqual([{ ...dike, colour: 'water', habitat: null, geoprivacy: 'obscured', geometry: null }]),
  );
});

it('stays with what was typed when Escape closes the map over it', async () => {
  const close = vi.fn<() => void>();
  await renderAs(freshPerson('anna'), <PlaceDialog start={newPlace()} others={[]} onClose={close} />);
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Pond' } });
  for (const [button, map] of [
    ['Draw on the map', 'Draw the place'],
    ['Choose on the map', 'Choose the place'],
  ] as const) {
    fireEvent.click(screen.getByRole('button', { name: button }));
    await screen.findByRole('dialog', { name: map });
    fireEvent.keyDown(document.body, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog', { name: map })).toBeNull());
    expect(close).not.toHaveBeenCalled();
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Pond');
  }
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(close).toHaveBeenCalled();
});

it('shows and takes the uncertainty in the units of the person, and keeps it in metres', async () => {
  const anna = freshPerson('anna');
  anna.preferences = { ...anna.preferences, units: 'imperial' };
  const hide: SavedPlace = { id: newPlace().id, name: 'Hide', kind: 'hide', latitude: 52, longitude: 5, uncertainty_m: 25, notes: '' };
  await renderAs(anna, <PlaceDialog start={fillPlaceForm(hide)} others={[hide]} onClose={vi.fn<() => void>()} />);
  const field = screen.getByLabelText<HTMLInputElement>('Uncertainty');
  expect(field.value).toBe('82 ft');
  fireEvent.change(field, { target: { value: '400000' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save place' }));
  expect(await screen.findByText('Enter a number from 0 to 328,083 ft.')).toBeDefined();
  fireEvent.change(field, { target: { value: '100' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save place' }));
  await waitFor(async () => expect((await savedPlaces(openUserDatabase(anna.id)))[0]?.uncertainty_m).toBe(30.48));
});
