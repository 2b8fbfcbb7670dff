// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { stubGeolocation } from '../../../device/testing/fake-geolocation';
import { freshPerson } from '../../../local/testing/people';
import { renderAs } from '../../../testing/render-as';
import { newPlace } from '../data';
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
  expect(screen.getByLabelText<HTMLInputElement>('Uncertainty in metres').value).toBe('12');
  expect(geolocation.watches.size).toBe(0);

  fireEvent.change(latitude, { target: { value: '52' } });
  expect(latitude.value).toBe('52');
  fireEvent.click(screen.getByRole('button', { name: 'Use my location' }));
  act(() => geolocation.report(52.5, 5.1214, 12.4));
  expect(latitude.value).toBe('52.500000');
});
