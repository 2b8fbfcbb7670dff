import { type Feature, NOT_OWNER } from '../../http/feature.ts';
import { eraseMedia, eraseUploads } from './jobs.ts';
import { registerMedia } from './routes.ts';

export const media = {
  name: 'media',
  tables: ['media', 'media_crops', 'refused_pictures', 'image_credits'],
  register: (app, context) => registerMedia(app, context),
  erase: {
    private: [eraseUploads],
    everything: [eraseMedia],
    keepsWithRecords: {
      'media.user_id': 'the photos belong to the records that stay',
      'media.sha256': 'computed from the photo',
      'media.thumbhash': 'computed from the photo',
      'media.type': 'computed from the photo',
      'media.fault': 'why the server could not read the photo',
    },
  },
  routes: {
    // Error responses of tus are those of its standard.
    'POST /api/uploads': { access: { none: 401, user: 201 }, cost: { statements: 3 } },
    'HEAD /api/uploads/:id': { access: { none: 401, user: { other: 404 }, owner: { open: 200, other: 404 } }, cost: { statements: 2 } },
    'PATCH /api/uploads/:id': { access: { none: 401, user: { other: 404 }, owner: { open: 204, other: 404 } }, cost: { statements: 7 } },
    'DELETE /api/uploads/:id': { access: { none: 401, user: { other: 404 }, owner: { open: 204, other: 404 } }, cost: { statements: 1 } },
    'OPTIONS /api/uploads': { access: { none: 204, user: 204 }, cost: { statements: 0 } },
    // With X-HTTP-Method-Override: HEAD.
    'POST /api/uploads/:id': { access: { none: 401, user: { other: 404 }, owner: { open: 200, other: 404 } }, cost: { statements: 2 } },
    // Without a signature; with one, no session is needed (media.test.ts).
    'GET /api/media/:id/:size': { access: { none: 404, user: 404 }, cost: { statements: 0 } },
    // With an unknown id; photos of others are omitted (media.test.ts).
    'GET /api/media/addresses': { access: { none: 401, user: 200 }, cost: { statements: 2 } },
    'GET /api/media/usage': { access: { none: 401, user: 200 }, cost: { statements: 2 } },
    'GET /api/media/:id/original': { access: { none: 401, user: NOT_OWNER, owner: { open: 200, other: 404 } }, cost: { statements: 2 } },
  },
} satisfies Feature;
