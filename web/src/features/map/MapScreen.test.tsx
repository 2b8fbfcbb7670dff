// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import type { User } from '@veld/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { openUserDatabase } from '../../local/db/database';
import { saveObservation } from '../../local/records/observations';
import { freshPerson, observer } from '../../local/testing/people';
import { renderAs } from '../../testing/render-as';
import MapScreen from './MapScreen';

let anna: User;
const save = (verbatim_name: string, latitude: number, more: object = {}) =>
  saveObservation(openUserDatabase(anna.id), { verbatim_name, latitude, longitude: 5, ...more }, [], { user: observer(anna) });

beforeEach(() => {
  anna = freshPerson('anna');
});

describe('the map without WebGL', () => {
  it('says so in one sentence and lists the records', async () => {
    await save('a robin', 52);
    await renderAs(anna, <MapScreen />, { at: '/map' });
    expect(await screen.findByText(/^This browser can’t draw the map/)).toBeDefined();
    expect(screen.getByRole('link', { name: /^a robin/ })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Zoom in' })).toBeNull();
  });

  it('has filters in the address, and says when nothing fits them', async () => {
    await save('a robin', 52, { observed_on: '2020-05-10' });
    await renderAs(anna, <MapScreen />, { at: '/map?period=today' });
    expect(await screen.findByText(/^No records match/)).toBeDefined();
    expect(screen.queryByRole('link', { name: /^a robin/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect(await screen.findByRole('link', { name: /^a robin/ })).toBeDefined();
    expect(screen.getByRole('combobox', { name: 'Period' })).toHaveProperty('value', 'all');
  });

  it.each([
    ['metric', /\b2\skm\b/, /\b(mi|ft)\b/],
    ['imperial', /\b1\.2\smi\b/, /\bk?m\b/],
  ] as const)('has uncertainties in the units of the person: %s', async (units, own, other) => {
    anna = { ...anna, preferences: { ...anna.preferences, units } };
    await save('a robin', 52, { coordinate_uncertainty_m: 2000 });
    await renderAs(anna, <MapScreen />, { at: '/map' });
    const text = (await screen.findByText(/± /)).textContent;
    expect(text).toMatch(own);
    expect(text).not.toMatch(other);
  });

  it('without records, it asks for the first one', async () => {
    await renderAs(anna, <MapScreen />, { at: '/map' });
    expect(screen.queryByRole('combobox')).toBeNull();
  });
});
