import type { Feature } from '../../http/feature.ts';
import { mergeNotes, removeSettings } from './store.ts';
import { registerSettings } from './routes.ts';

export const settings = {
  name: 'settings',
  tables: ['wanted_taxa', 'species_notes'],
  register: registerSettings,
  erase: { private: [({ db }, userId) => removeSettings(db, userId)] },
  onMerged: mergeNotes,
  routes: {
    // Ids are the caller's own, so those of others are unused.
    'GET /api/settings/locations': { access: { none: 401, user: 200 }, cost: { statements: 2 } },
    'PUT /api/settings/locations/:id': { access: { none: 401, user: { malformed: 404, other: 204 } }, cost: { statements: 9 } },
    'DELETE /api/settings/locations/:id': { access: { none: 401, user: { malformed: 404, other: 204 } }, cost: { statements: 7 } },
    'GET /api/settings/wanted': { access: { none: 401, user: 200 }, cost: { statements: 2 } },
    'PUT /api/settings/wanted/:taxon_id': { access: { none: 401, user: 204 }, cost: { statements: 6 } },
    'DELETE /api/settings/wanted/:taxon_id': { access: { none: 401, user: 204 }, cost: { statements: 2 } },
    'GET /api/settings/species-notes': { access: { none: 401, user: 200 }, cost: { statements: 2 } },
    'PUT /api/settings/species-notes/:taxon_id': { access: { none: 401, user: 204 }, cost: { statements: 7 } },
    'DELETE /api/settings/species-notes/:taxon_id': { access: { none: 401, user: 204 }, cost: { statements: 3 } },
  },
} satisfies Feature;
