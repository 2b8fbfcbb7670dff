import { randomUUID } from 'node:crypto';
import { type Case, type CasesOf, ofRow, query } from '../../testing/cases.ts';
import { addPublicPlace, ringsOfBox } from '../../testing/public-places.ts';
import type { places as feature } from './feature.ts';

const places = ofRow(({ veld }, id, owner) =>
  addPublicPlace(veld, [ringsOfBox(5, 52, 5.2, 52.2)], { id, from: { owner, savedPlace: id } }),
);

/** The rest of the address after the place. */
const photoPath = (placeId: string, photoId: string = randomUUID()) => `/api/places/${placeId}/photos/${photoId}`;

const photos: Case = {
  async make({ veld, anna }) {
    const [id, placeId] = [randomUUID(), randomUUID()];
    await addPublicPlace(veld, [ringsOfBox(5, 52, 5.2, 52.2)], { id: placeId, from: { owner: anna.user.id, savedPlace: placeId } });
    const bytes = Buffer.from('webp');
    const row = {
      id,
      place_id: placeId,
      caption: '',
      license: null,
      width: 4,
      height: 3,
      small: bytes,
      large: bytes,
      created_at: new Date(),
    };
    await veld.db.insertInto('place_photos').values(row).execute();
    return `${placeId} ${id}`;
  },
  request: (_world, ids) => {
    const [placeId = '', id = ''] = ids.split(' ');
    return { path: `${photoPath(placeId, id)}/512` };
  },
};

export const cases: CasesOf<typeof feature> = {
  'GET /api/places': query('/api/places?name=fen'),
  'GET /api/places/:id': places,
  'GET /api/places/:id/figures': places,
  'PUT /api/places/:id/photos/:photo': {
    ...places,
    request: (_world, id) => ({ path: photoPath(id), body: { picture: 'bm8gcGljdHVyZQ==', caption: 'The hide', license: 'CC-BY-4.0' } }),
    budget: { isRefused: 'it is no picture' },
  },
  'DELETE /api/places/:id/photos/:photo': { request: () => ({ path: photoPath(randomUUID()) }) },
  'GET /api/places/:id/photos/:photo/:size': photos,
};
