// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import type { SavedPlace } from '@veld/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { changeSavedPlaces } from '../../../local/changes/saved-places';
import { freshPerson } from '../../../local/testing/people';
import { renderAs, signIn } from '../../../testing/render-as';
import { currentDatabase } from '../../session/session';
import { PlaceSearch } from './PlaceSearch';

const MARSH: SavedPlace = { id: 'a', name: 'Marsh', kind: 'patch', latitude: 52.5, longitude: 5.9, uncertainty_m: 40, notes: '' };

afterEach(() => vi.unstubAllGlobals());

it('without the towns of the world, one box still offers saved places, with a typo too, and pasted ones', async () => {
  const anna = freshPerson('anna');
  await signIn(anna);
  await changeSavedPlaces(currentDatabase(), () => [MARSH]);
  const chosen = vi.fn<(place: object, name: string | null) => void>();
  await renderAs(anna, <PlaceSearch onChoose={chosen} />);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  const box = screen.getByRole('combobox', { name: 'Search for a place' });
  const type = (text: string) => fireEvent.change(box, { target: { value: text } });

  // Before anything is typed.
  fireEvent.focus(box);
  fireEvent.click(await screen.findByRole('option', { name: /Marsh/ }));
  expect(chosen).toHaveBeenLastCalledWith(expect.objectContaining({ latitude: 52.5, uncertainty_m: 40 }), 'Marsh');

  type('mrash');
  await screen.findByRole('option', { name: /Marsh/ }, { timeout: 20_000 });
  type('52.5550042, 5.9110017 ±12 m');
  await screen.findByRole('option', { name: /± 12/ });
  fireEvent.keyDown(box, { key: 'Enter' });
  const pasted = { latitude: 52.5550042, longitude: 5.9110017, uncertainty_m: 12 };
  expect(chosen).toHaveBeenLastCalledWith(expect.objectContaining(pasted), null);

  type('qqqqqxxxx');
  expect(await screen.findByText(/^Place names aren’t on this device yet/, {}, { timeout: 20_000 })).toBeDefined();
}, 60_000);
