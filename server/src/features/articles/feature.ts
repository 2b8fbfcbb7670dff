import type { Feature } from '../../http/feature.ts';
import type { Library } from './library.ts';
import { registerArticles } from './routes.ts';

export const articles = {
  name: 'articles',
  tables: ['articles', 'article_revisions'],
  register: (app, context, { library }) => registerArticles(app, context, library),
  erase: { keepsAlways: { 'article_revisions.user_id': 'the revisions of an article say who of the curators wrote them' } },
  routes: {
    'GET /api/articles': { access: { none: 401, user: 200 }, withBrowsing: { none: 200, user: 200 }, cost: { statements: 3 } },
    'GET /api/articles/:slug': {
      access: { none: 401, user: { open: 200, other: 404 } },
      withBrowsing: { none: 200, user: 200 },
      cost: { statements: 3 },
    },
    'GET /api/articles/:slug/revisions': { access: { none: 401, user: 403, curator: { open: 200, other: 404 } }, cost: { statements: 4 } },
    // The object is the revision, which belongs to its writer.
    'PUT /api/articles/:slug/revisions/:id': {
      access: { none: 401, user: 403, curator: { missing: 200, other: 404 } },
      cost: { statements: 4 },
    },
    'POST /api/articles/:slug/restore': { access: { none: 401, user: 403, curator: { open: 200, other: 404 } }, cost: { statements: 10 } },
    'PUT /api/articles/groups/:group/order': { access: { none: 401, user: 403, curator: 204 }, cost: { statements: 4 } },
    'PATCH /api/articles/:slug': { access: { none: 401, user: 403, curator: { open: 200, other: 404 } }, cost: { statements: 4 } },
  },
} satisfies Feature<{ library: Library }>;
