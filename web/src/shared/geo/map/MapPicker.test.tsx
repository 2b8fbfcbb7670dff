// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { freshPerson } from '../../../local/testing/people';
import { renderAs } from '../../../testing/render-as';
import { MapButton } from './MapButton';

it('without WebGL, the picker says so, and nothing can be chosen but to leave it', async () => {
  const picked = vi.fn<() => void>();
  await renderAs(freshPerson('anna'), <MapButton place={{ latitude: 52, longitude: 5 }} onPick={picked} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Choose on the map' }));
  expect(await screen.findByText(/^This browser can’t draw the map/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Use this place' })).toHaveProperty('disabled', true);
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(picked).not.toHaveBeenCalled();
});
