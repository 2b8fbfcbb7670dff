import type { Feature } from '../../http/feature.ts';
import { causes } from './notices.ts';
import { type FollowListener, registerRelations } from './routes.ts';
import { removeRelationsOf } from './store.ts';

export const relations = {
  name: 'relations',
  tables: ['relations'],
  register: (app, context, { onFollow }) => registerRelations(app, context, onFollow),
  erase: { private: [({ db }, userId) => removeRelationsOf(db, userId)] },
  causes,
  routes: {
    // Of the caller to a person, who is muted.
    'GET /api/relations': { access: { none: 401, user: 200 }, cost: { statements: 3 } },
    'PUT /api/relations/:kind/:id': { access: { none: 401, user: { open: 204, other: 404 } }, cost: { statements: 6 } },
    'DELETE /api/relations/:kind/:id': { access: { none: 401, user: { malformed: 404, other: 204 } }, cost: { statements: 2 } },
  },
} satisfies Feature<{ onFollow: FollowListener }>;
