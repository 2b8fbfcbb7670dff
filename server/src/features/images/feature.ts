import { sql } from 'kysely';
import type { Feature } from '../../http/feature.ts';
import { IS_CREDITED } from '../media/store.ts';
import type { CachedState } from '../taxa/state.ts';
import { registerImages } from './routes.ts';

export const images = {
  name: 'images',
  tables: ['taxon_image_changes', 'taxon_image_rejections'],
  register: (app, context, { taxonomy }) => registerImages(app, context, taxonomy),
  erase: {
    keepsAlways: {
      'taxon_image_changes.user_id': 'the history of an image says which curator changed it',
      'taxon_image_rejections.user_id': 'which curator rejected a picture',
    },
  },
  photos: {
    // Curators may take an image back that was replaced.
    isUsed: sql`(${IS_CREDITED} and exists (select 1 from taxon_image_changes c where c.media_id = media.id))`,
  },
  routes: {
    'GET /api/specie-images': {
      access: { none: 401, user: 403, curator: 200 },
      cost: {
        statements: 3,
        scans: { tables: ['taxa'], because: 'it counts all species and sorts them by need, for curators' },
      },
    },
    'GET /api/specie-images/:taxonId': { access: { none: 401, user: 403, curator: 200 }, cost: { statements: 6 } },
    'GET /api/specie-images/:taxonId/current': { access: { none: 401, user: 403, curator: 200 }, cost: { statements: 3 } },
    'GET /api/specie-images/:taxonId/info': { access: { none: 200, user: 200 }, cost: { statements: 2 } },
    // Of a taxon without an image.
    'PUT /api/specie-images/:taxonId/current': { access: { none: 401, user: 403, curator: 409 }, cost: { statements: 7 } },
    'POST /api/specie-images/:taxonId/lock': { access: { none: 401, user: 403, admin: 404 }, cost: { statements: 4 } },
    'POST /api/specie-images/:taxonId/revert': { access: { none: 401, user: 403, curator: 200 }, cost: { statements: 11 } },
    'PUT /api/specie-images/:taxonId/rejections': { access: { none: 401, user: 403, curator: 204 }, cost: { statements: 5 } },
    // Without a signature; with one, no session is needed (sources.test.ts).
    'GET /api/specie-images/:taxonId/preview': { access: { none: 404, user: 404 }, cost: { statements: 0 } },
    // With an address on another server, and no licence.
    'POST /api/specie-images/:taxonId': { access: { none: 401, user: 403, curator: 422 }, cost: { statements: 2 } },
  },
} satisfies Feature<{ taxonomy: CachedState }>;
