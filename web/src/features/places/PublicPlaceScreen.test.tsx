// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { getPublicPlace, type PublicPlacePage } from '@veld/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { addPlacePhoto, removePlacePhoto } from '../../local/changes/place-photos';
import { changeSavedPlaces, type SavedPlace } from '../../local/changes/saved-places';
import { openUserDatabase } from '../../local/db/database';
import { newId } from '../../local/db/ids';
import { freshPerson } from '../../local/testing/people';
import { listOutbox } from '../../local/outbox/outbox';
import { json, problem, VeldServer } from '../../local/testing/veld-server';
import { queryClient } from '../../shared/session/queries';
import { renderAs } from '../../testing/render-as';
import PublicPlaceScreen from './PublicPlaceScreen';

const PAGE = '0b1f5a3c-1111-4222-8333-444455556666';
const MARSH: SavedPlace = { id: newId(), name: 'Marsh', kind: 'patch', latitude: 52, longitude: 5, uncertainty_m: 500, notes: '' };
const BOUNDARY: PublicPlacePage['boundary'] = {
  type: 'MultiPolygon',
  coordinates: [
    [
      [
        [5, 52],
        [5.1, 52],
        [5.1, 52.1],
        [5, 52],
      ],
    ],
  ],
};
const OPEN: PublicPlacePage = {
  ...MARSH,
  id: PAGE,
  kind: 'patch',
  area_m2: 1e6,
  text: '',
  attribution: '',
  is_own: true,
  photos: [],
  boundary: BOUNDARY,
};

it('a page that this device has just made public opens once the server has it, and any other is not public', async () => {
  const anna = freshPerson('anna');
  let isThere = false;
  const server = new VeldServer(anna).answer(getPublicPlace, () => (isThere ? json({ data: OPEN }) : problem(404, 'not_found')));
  await renderAs(anna, <PublicPlaceScreen />, { at: `/places/${PAGE}`, server });
  expect(await screen.findByText(/^This place isn’t public/)).toBeDefined();
  await changeSavedPlaces(openUserDatabase(anna.id), () => [{ ...MARSH, open_to_all: { id: PAGE, kind: 'patch', text: '' } }]);
  expect(await screen.findByText(/^The page opens as soon as the server has your place/)).toBeDefined();
  isThere = true;
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Marsh'), { timeout: 10_000 });
});

describe('the photos of a place', () => {
  beforeEach(() => queryClient.clear());
  const photo = (id: string, caption: string): PublicPlacePage['photos'][number] => {
    const address = `/api/places/${PAGE}/photos/${id}`;
    return { id, url: `${address}/512`, large_url: `${address}/1600`, width: 4, height: 3, caption, license: 'CC-BY-4.0', creator: 'Bram' };
  };
  const [hide, dike] = [photo(newId(), 'The hide'), photo(newId(), '')];
  const show = (page: PublicPlacePage) => {
    const anna = freshPerson('anna');
    const server = new VeldServer(anna).answer(getPublicPlace, () => json({ data: page }));
    // The rest of the page, and what is sent.
    server.fault = ({ method }) => (method === 'GET' ? null : 'no-connection');
    return { anna, shown: renderAs(anna, <PublicPlaceScreen />, { at: `/places/${PAGE}`, server }) };
  };
  const addresses = () =>
    screen.queryAllByRole('button', { name: /^Photo \d of/ }).map((one) => one.querySelector('img')!.getAttribute('src'));

  it('are a strip that opens with caption, name and licence, and nothing where there are none', async () => {
    const { unmount } = await show({ ...OPEN, is_own: false, photos: [hide, dike] }).shown;
    await waitFor(() => expect(addresses()).toEqual([hide.url, dike.url]));
    expect(screen.queryByRole('button', { name: /Add photo|Remove/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Photo 1 of 2' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('The hide')).toBeTruthy();
    expect(dialog.getAllByText('Bram · CC BY 4.0')).toHaveLength(2);
    unmount();
    await show({ ...OPEN, is_own: false }).shown;
    await screen.findByRole('heading', { level: 1, name: 'Marsh' });
    expect(screen.queryByRole('region', { name: 'Photos of the place' })).toBeNull();
  });

  it('are added and removed by its person at once, and wait for the server', async () => {
    const { anna, shown } = show({ ...OPEN, photos: [hide, dike] });
    await shown;
    await waitFor(() => expect(addresses()).toEqual([hide.url, dike.url]));
    fireEvent.click(screen.getByRole('button', { name: 'Remove photo 1' }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(addresses()).toEqual([dike.url]));
    const database = openUserDatabase(anna.id);
    const added = await addPlacePhoto(database, PAGE, { picture: 'AAAA', caption: 'The path', license: null });
    await waitFor(() => expect(addresses()).toEqual([dike.url, 'data:image/jpeg;base64,AAAA']));
    const calls = (await listOutbox(database)).map(({ route, input }) => [route, input.params!.photo]);
    expect(calls).toEqual([
      ['DELETE /api/places/:id/photos/:photo', hide.id],
      ['PUT /api/places/:id/photos/:photo', added],
    ]);
    await removePlacePhoto(database, PAGE, added);
    await waitFor(() => expect(addresses()).toEqual([dike.url]));
    expect(screen.getByRole('button', { name: 'Add photo' })).toBeTruthy();
  });
});
