// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { getMapSummary, type User } from '@veld/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { openUserDatabase } from '../../local/db/database';
import { saveObservation } from '../../local/records/observations';
import { freshPerson, observer } from '../../local/testing/people';
import { json, problem, VeldServer } from '../../local/testing/veld-server';
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

  it('lists what everyone recorded in view, and says where counting stopped or the server cannot be reached', async () => {
    const months = [0, 3, ...Array<number>(10).fill(0)];
    const taxon = { id: 7, name: 'European robin', scientific_name: 'Erithacus rubecula', rank: 'species', group: 'bird' as const };
    const content = { taxa: [{ taxon: { ...taxon, image_url: null }, records: 3 }], months, latest: [] };
    let isDown = false;
    const asked: string[] = [];
    const server = new VeldServer(anna).answer(getMapSummary, (url) => {
      asked.push(url.searchParams.get('group') ?? 'all');
      const data = { records: { count: 1234, is_minimum: false }, species: { count: 1, is_minimum: true }, content };
      return isDown ? problem(500, 'internal') : json({ data });
    });
    await renderAs(anna, <MapScreen />, { at: '/map?whose=everyone', server });
    expect(await screen.findByText('1,234 records and at least 1 species')).toBeDefined();
    expect(screen.getByRole('link', { name: /^European robin/ }).getAttribute('href')).toBe('/species/7');
    expect(screen.getByRole('listitem', { name: 'February: 3 records' })).toBeDefined();
    isDown = true;
    fireEvent.change(screen.getByRole('combobox', { name: 'Group' }), { target: { value: 'bird' } });
    expect(await screen.findByText('Couldn’t load the records of others.', {}, { timeout: 10_000 })).toBeDefined();
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByText('Couldn’t load the records of others.')).toBeNull());
    expect(asked[0]).toBe('all');
    expect(asked.at(-1)).toBe('bird');
  });

  it('offers the records of everyone to a person without own ones, and no other countries', async () => {
    await renderAs(anna, <MapScreen />, { at: '/map' });
    expect(await screen.findByRole('combobox', { name: 'Whose records' })).toHaveProperty('value', 'mine');
    expect(screen.queryByRole('combobox', { name: 'Country' })).toBeNull();
  });
});
