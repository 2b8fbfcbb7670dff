import type { Feature } from '../../http/feature.ts';
import { removeOwnImages } from './own-images.ts';
import { registerSpecies } from './routes.ts';

export const species = {
  name: 'species',
  tables: ['taxon_views', 'taxon_view_batches', 'species_images'],
  register: registerSpecies,
  erase: { private: [({ db }, userId) => removeOwnImages(db, userId)] },
  routes: {
    'GET /api/species': {
      access: { none: 200, user: 200 },
      cost: { statements: 2, scans: { tables: ['taxa', 'taxon_names'], because: 'it lists all species' } },
    },
    'GET /api/species/:id': { access: { none: 200, user: 200 }, cost: { statements: 3 } },
    'GET /api/species/:id/countries': { access: { none: 200, user: 200 }, cost: { statements: 3 } },
    'GET /api/species/:id/names': { access: { none: 200, user: 200 }, cost: { statements: 3 } },
    'GET /api/species/statuses/:country': { access: { none: 200, user: 200 }, cost: { statements: 2 } },
    'POST /api/species/views': { access: { none: 401, user: 204 }, cost: { statements: 2 } },
    'GET /api/species-seen': { access: { none: 401, user: 200 }, cost: { statements: 2 } },
    'GET /api/my-species-images': { access: { none: 401, user: 200 }, cost: { statements: 2 } },
    'POST /api/my-species-images': { access: { none: 401, user: 422 }, cost: { statements: 1 } },
    'DELETE /api/species/:id/delete-empty-observations': { access: { none: 401, user: 200 }, cost: { statements: 5 } },
  },
} satisfies Feature;
