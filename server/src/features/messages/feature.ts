import { sql } from 'kysely';
import type { Feature } from '../../http/feature.ts';
import type { Causes } from '../../http/pieces.ts';
import { registerMessages } from './routes.ts';
import { eraseMessages } from './store.ts';

/** What the notifications of this feature are about. */
const causes: Causes = {
  message: {
    isThere: () => sql`exists (
      select 1 from messages m join users s on s.id = m.user_id
      where m.id = n.cause_id::uuid and m.deleted_at is null and m.hidden_at is null and s.erase_after is null
    )`,
  },
};

export const messages = {
  name: 'messages',
  tables: ['messages', 'conversations'],
  register: registerMessages,
  erase: {
    private: [({ db }, userId) => eraseMessages(db, userId)],
    keepsAlways: {
      'messages.user_id': 'the other person keeps the conversation, with an empty message of somebody without a name',
      'messages.recipient_id': 'what others wrote to the person is theirs',
      'conversations.other_id': 'the other person keeps the conversation with somebody without a name',
    },
  },
  causes,
  removal: (records) => sql`asked as (update messages set observation_id = null where observation_id ${records})`,
  routes: {
    'GET /api/messages': { access: { none: 401, user: 200 }, cost: { statements: 2 } },
    // The object is a person, who accepts messages from everyone.
    'GET /api/messages/:id': { access: { none: 401, user: { open: 200, other: 404 } }, cost: { statements: 3 } },
    'PUT /api/messages/:id/:message': { access: { none: 401, user: { open: 204, other: 404 } }, cost: { statements: 9 } },
    'DELETE /api/messages/:id/:message': { access: { none: 401, user: { malformed: 404, other: 204 } }, cost: { statements: 4 } },
    'PUT /api/messages/:id/read': { access: { none: 401, user: { malformed: 404, other: 204 } }, cost: { statements: 4 } },
    'DELETE /api/messages/:id/through/:message': { access: { none: 401, user: { malformed: 404, other: 204 } }, cost: { statements: 4 } },
    'GET /api/observations/:id/experts': {
      access: {
        none: 401,
        user: { open: 200, obscured: 200, private: 200, other: 404 },
        owner: { deleted: 404, missing: 404, malformed: 404, other: 200 },
      },
      cost: { statements: 4 },
    },
  },
} satisfies Feature;
