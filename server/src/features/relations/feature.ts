import { sql } from 'kysely';
import type { Feature } from '../../http/feature.ts';
import type { Causes } from '../../http/pieces.ts';
import { type FollowListener, registerRelations } from './routes.ts';
import { removeRelations } from './store.ts';

/** What the notifications of this feature are about. */
const causes: Causes = {
  follow: {
    isThere: () => sql`exists (
      select 1 from relations f where f.user_id = n.actor_id and f.other_id = n.user_id and f.kind = 'follow'
    )`,
  },
};

export const relations = {
  name: 'relations',
  tables: ['relations'],
  register: (app, context, { onFollow }) => registerRelations(app, context, onFollow),
  erase: { private: [({ db }, userId) => removeRelations(db, userId)] },
  causes,
  routes: {
    // Of the caller to a person, who is muted.
    'GET /api/relations': { access: { none: 401, user: 200 }, cost: { statements: 3 } },
    'PUT /api/relations/:kind/:id': { access: { none: 401, user: { open: 204, other: 404 } }, cost: { statements: 6 } },
    'DELETE /api/relations/:kind/:id': { access: { none: 401, user: { malformed: 404, other: 204 } }, cost: { statements: 2 } },
  },
} satisfies Feature<{ onFollow: FollowListener }>;
