// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { expect, it } from 'vitest';
import { changeSavedPlaces } from '../../local/changes/saved-places';
import { freshPerson } from '../../local/testing/people';
import { renderAs, signIn } from '../../testing/render-as';
import { useAddressFilter } from '../../ui/use-address-filter';
import { currentDatabase } from '../session/session';
import { isLocationFilter, makeLocationRequest, useLocationFilter } from './location-filter';
import { LocationSelect } from './LocationSelect';

function Filters() {
  const [, write] = useAddressFilter();
  const [, setCountry] = useLocationFilter('worldwide');
  const { search } = useLocation();
  const change = () => {
    write({ since: '2026-11-23', group: null });
    write({ q: 'wren' });
    setCountry('NL');
  };
  return (
    <>
      <button type="button" onClick={change}>
        Change
      </button>
      <p>{search}</p>
    </>
  );
}

it('filters changed at the same time are all in the address, as a whole', async () => {
  await renderAs(freshPerson('anna'), <Filters />, { at: '/profile?group=bird&period=all' });
  fireEvent.click(screen.getByRole('button', { name: 'Change' }));
  await waitFor(() => expect(screen.getByText('?period=all&since=2026-11-23&q=wren&country=NL')).toBeDefined());
});

function Where() {
  const [location, setLocation] = useLocationFilter('worldwide', isLocationFilter);
  return (
    <>
      <LocationSelect value={location} onChange={setLocation} hasPlaces />
      <p>{`${useLocation().search} ${JSON.stringify(makeLocationRequest(location))}`}</p>
    </>
  );
}

it('a list can be limited to what is around a place found by its name, and the distance changed', async () => {
  const anna = freshPerson('anna');
  await signIn(anna);
  const marsh = { id: 'a', name: 'Marsh', kind: 'patch' as const, latitude: 52.5, longitude: 5.9, uncertainty_m: 1500, notes: '' };
  await changeSavedPlaces(currentDatabase(), () => [marsh]);
  await renderAs(anna, <Where />, { at: '/feed?country=NL' });
  const select = () => screen.getByRole('combobox', { name: 'Location' });
  fireEvent.change(select(), { target: { value: 'search' } });
  const box = await screen.findByRole('combobox', { name: 'Search for a place' });
  fireEvent.change(box, { target: { value: 'marsh' } });
  const found = within(await screen.findByRole('listbox', { name: 'Search for a place' }, { timeout: 20_000 }));
  fireEvent.click(found.getByRole('option', { name: /Marsh/ }));
  const circle = (km: number) => `?around=52.5000%2C5.9000%2C${km} {"latitude":52.5,"longitude":5.9,"radius_km":${km}}`;
  expect(await screen.findByText(circle(2))).toBeDefined();
  fireEvent.change(select(), { target: { value: 'around 52.5000,5.9000,10' } });
  expect(await screen.findByText(circle(10))).toBeDefined();
  fireEvent.change(select(), { target: { value: 'worldwide' } });
  expect(await screen.findByText('?country=worldwide {"country":"worldwide"}')).toBeDefined();
}, 60_000);

it.each(['around=', 'around=52.5,5.9', 'around=91,5,10', 'around=52,5,0.5', 'around=52,5,101', 'around=52,5,10,1', 'around=a,5,10'])(
  'an address with %s is of no circle',
  async (query) => {
    await renderAs(freshPerson('anna'), <Where />, { at: `/feed?${query}` });
    expect(await screen.findByText(`?${query} {"country":"worldwide"}`)).toBeDefined();
  },
);
