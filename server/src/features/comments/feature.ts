import { sql } from 'kysely';
import type { Feature } from '../../http/feature.ts';
import type { Causes } from '../../http/pieces.ts';
import { eraseComments } from './store.ts';
import { registerComments } from './routes.ts';

const isShown = sql`c.id = n.cause_id::uuid and c.deleted_at is null and c.hidden_at is null`;

/** What the notifications of this feature are about. */
const causes: Causes = {
  comment: { isThere: () => sql`exists (select 1 from comments c where ${isShown})` },
  mention: {
    isThere: () => sql`exists (
      select 1 from comments c join comment_mentions cm on cm.comment_id = c.id and cm.user_id = n.user_id where ${isShown}
    )`,
  },
};

export const comments = {
  name: 'comments',
  tables: ['comments', 'comment_mentions'],
  register: registerComments,
  erase: {
    everything: [eraseComments],
    keepsWithRecords: {
      'comments.user_id': 'the comments of one person stay together',
      'comments.text': 'a conversation stays readable; others mention the person by the id',
      'comment_mentions.user_id': 'others mention the person by the id',
    },
  },
  causes,
  removal: (records) => sql`commented as (delete from comments where observation_id ${records})`,
  routes: {
    'GET /api/observations/:id/comments': {
      access: {
        none: 401,
        user: { open: 200, obscured: 200, private: 200, other: 404 },
        owner: { deleted: 404, missing: 404, malformed: 404, other: 200 },
      },
      cost: { statements: 3 },
    },
    'PUT /api/observations/:id/comments/:comment': {
      access: {
        none: 401,
        user: { open: 204, obscured: 204, private: 204, other: 404 },
        owner: { deleted: 404, missing: 404, malformed: 404, other: 204 },
      },
      cost: { statements: 10 },
    },
    'DELETE /api/observations/:id/comments/:comment': {
      access: {
        none: 401,
        user: { open: 204, obscured: 204, private: 204, other: 404 },
        owner: { deleted: 404, missing: 404, malformed: 404, other: 204 },
      },
      cost: { statements: 8 },
    },
    'GET /api/comments/people': { access: { none: 401, user: 200 }, cost: { statements: 2 } },
  },
} satisfies Feature;
