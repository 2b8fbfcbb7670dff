import type { Feature } from '../../http/feature.ts';
import { removeSavedPlaces } from './saved-places.ts';

/** Its routes are those of the settings. */
export const geo = {
  name: 'geo',
  tables: ['saved_places'],
  register: () => undefined,
  erase: { private: [({ db }, userId) => removeSavedPlaces(db, userId)] },
  routes: {},
} satisfies Feature;
