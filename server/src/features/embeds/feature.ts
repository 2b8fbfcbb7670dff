import { type Feature, NOT_OWNER } from '../../http/feature.ts';
import { registerEmbeds } from './routes.ts';
import { removeEmbeds } from './store.ts';

export const embeds = {
  name: 'embeds',
  tables: ['embeds'],
  register: registerEmbeds,
  erase: { private: [({ db }, userId) => removeEmbeds(db, userId)] },
  routes: {
    'GET /api/embeds': { access: { none: 401, user: 200 }, cost: { statements: 2 } },
    'PUT /api/embeds/:id': {
      access: { none: 401, user: { missing: 200, other: 404 }, owner: { malformed: 404, other: 200 } },
      cost: { statements: 2 },
    },
    'DELETE /api/embeds/:id': { access: { none: 401, user: NOT_OWNER, owner: { open: 204, other: 404 } }, cost: { statements: 2 } },
    // With an unknown key.
    'GET /api/embed/counter': { access: { none: 404, user: 404 }, cost: { statements: 1 } },
    'GET /api/embed/map': { access: { none: 404, user: 404 }, cost: { statements: 1 } },
    'GET /api/embed/species': { access: { none: 404, user: 404 }, cost: { statements: 1 } },
    'GET /api/embed/records': { access: { none: 404, user: 404 }, cost: { statements: 1 } },
    'GET /api/embed/project': { access: { none: 404, user: 404 }, cost: { statements: 1 } },
    'GET /api/embed/view': { access: { none: 404, user: 404 }, cost: { statements: 1 } },
    'GET /api/oembed': { access: { none: 404, user: 404 }, cost: { statements: 0 } },
  },
} satisfies Feature;
