import type { Feature } from '../../http/feature.ts';
import { removePublicPlaces } from './public-places.ts';
import { removeSavedPlaces } from './saved-places.ts';

/** Its routes are those of the settings and of the public places. */
export const geo = {
  name: 'geo',
  tables: ['saved_places', 'public_places', 'public_place_cells'],
  register: () => undefined,
  erase: { private: [({ db }, userId) => removePublicPlaces(db, userId), ({ db }, userId) => removeSavedPlaces(db, userId)] },
  routes: {},
} satisfies Feature;
