// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openUserDatabase } from '../../local/db/database';
import { saveObservation } from '../../local/records/observations';
import { freshPerson, observer } from '../../local/testing/people';
import { renderAs } from '../../testing/render-as';
import MapScreen from './MapScreen';

it.each([
  ['metric', 'kilometres', /\bk?m\b/],
  ['imperial', 'miles', /\b(mi|ft)\b/],
] as const)('the map has every length in the units of the person: %s', async (units, _, own) => {
  const plain = freshPerson('anna');
  const anna = { ...plain, preferences: { ...plain.preferences, units } };
  const save = (latitude: number, coordinate_uncertainty_m: number) =>
    saveObservation(openUserDatabase(anna.id), { taxon_id: 17, latitude, longitude: 5, coordinate_uncertainty_m }, [], {
      user: observer(anna),
    });
  await save(52, 8);
  await save(53, 2000);
  await renderAs(anna, <MapScreen />, { at: '/map' });

  const plot = await screen.findByRole('img', { name: /^Sketch of where your records are/ });
  const lengths = [
    plot.getAttribute('aria-label')!,
    plot.querySelector('text[text-anchor=middle]')!.textContent,
    screen.getByText('across').textContent,
    ...screen.getAllByText(/± /).map((place) => place.textContent),
  ];
  expect(lengths).toHaveLength(5);
  const other = units === 'metric' ? /\b(mi|ft)\b/ : /\bk?m\b/;
  for (const length of lengths) {
    expect(length).toMatch(own);
    expect(length).not.toMatch(other);
  }
});
