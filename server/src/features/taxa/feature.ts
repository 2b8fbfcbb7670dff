import type { Feature } from '../../http/feature.ts';
import { registerTaxa, type TaxaPieces } from './routes.ts';
import { photos } from './taxon-images.ts';

export const taxa = {
  name: 'taxa',
  tables: [
    'taxa',
    'taxon_names',
    'taxon_countries',
    'taxonomy_state',
    'taxon_image_details',
    'taxon_statuses',
    'taxon_sources',
    'taxon_splits',
    'taxonomy_imports',
    'taxonomy_import_faults',
    'taxonomy_import_taxa',
    'taxonomy_import_names',
    'taxonomy_import_countries',
    'taxonomy_import_statuses',
    'taxonomy_import_changes',
  ],
  register: registerTaxa,
  erase: { keepsAlways: { 'taxonomy_imports.user_id': 'who imported what stays in the log of imports' } },
  photos,
  routes: {
    'GET /api/taxonomy': { access: { none: 200, user: 200 }, cost: { statements: 0 } },
    'GET /api/taxonomy/check-updates': { access: { none: 200, user: 200 }, cost: { statements: 0 } },
    'GET /api/taxonomy/descriptions': { access: { none: 200, user: 200 }, cost: { statements: 0 } },
    'GET /api/taxonomy/distinctions': { access: { none: 200, user: 200 }, cost: { statements: 0 } },
    'GET /api/taxonomy/pictures': { access: { none: 200, user: 200 }, cost: { statements: 1 } },
    'GET /api/taxonomy/pictures/:country': { access: { none: 200, user: 200 }, cost: { statements: 3 } },
    'POST /api/taxonomy/log': { access: { none: 204, user: 204 }, cost: { statements: 0 } },
    'GET /api/taxonomy/imports': { access: { none: 401, user: 403, admin: 200 }, cost: { statements: 2 } },
    'GET /api/taxonomy/imports/:id': { access: { none: 401, user: 403, admin: { open: 200, other: 404 } }, cost: { statements: 3 } },
    'GET /api/taxonomy/imports/:id/faults': { access: { none: 401, user: 403, admin: { open: 200, other: 404 } }, cost: { statements: 3 } },
    'PUT /api/taxonomy/imports/:id': { access: { none: 401, user: 403, admin: { malformed: 404, other: 200 } }, cost: { statements: 3 } },
    'PUT /api/taxonomy/imports/:id/bytes': { access: { none: 401, user: 403, admin: { open: 200, other: 404 } }, cost: { statements: 5 } },
    // 409 because the upload of the file is not complete.
    'POST /api/taxonomy/imports/:id/run': { access: { none: 401, user: 403, admin: { open: 409, other: 404 } }, cost: { statements: 2 } },
    'POST /api/taxonomy/imports/:id/cancel': {
      access: { none: 401, user: 403, admin: { open: 200, other: 404 } },
      cost: { statements: 3 },
    },
    'GET /api/taxon/:id/image': { access: { none: 404, user: 404 }, cost: { statements: 2 } },
  },
} satisfies Feature<TaxaPieces>;
