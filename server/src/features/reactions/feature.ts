import { sql } from 'kysely';
import type { Feature } from '../../http/feature.ts';
import type { Causes } from '../../http/pieces.ts';
import { eraseReactions } from './store.ts';
import { registerReactions } from './routes.ts';

const IS_OF_ACTOR = sql`r.observation_id = n.observation_id and r.user_id = n.actor_id`;

/** What the notifications of this feature are about. */
const causes: Causes = {
  reaction: {
    isThere: () => sql`exists (select 1 from reactions r where ${IS_OF_ACTOR} and r.emoji is not null)`,
    details: { column: 'emoji', value: () => sql`(select r.emoji from reactions r where ${IS_OF_ACTOR})` },
  },
};

export const reactions = {
  name: 'reactions',
  tables: ['reactions'],
  register: registerReactions,
  erase: {
    everything: [eraseReactions],
    keepsWithRecords: { 'reactions.user_id': 'one reaction of each person counts', 'reactions.emoji': 'a choice' },
  },
  causes,
  removal: (records) => sql`reacted as (delete from reactions where observation_id ${records})`,
  routes: {
    'GET /api/reactions': { access: { none: 401, user: 200 }, cost: { statements: 2 } },
    'GET /api/observations/:id/reactions': {
      access: {
        none: 401,
        user: { open: 200, obscured: 200, private: 200, other: 404 },
        owner: { deleted: 404, missing: 404, malformed: 404, other: 200 },
      },
      cost: { statements: 3 },
    },
    'PUT /api/observations/:id/reaction': {
      access: {
        none: 401,
        user: { open: 204, obscured: 204, private: 204, other: 404 },
        owner: { deleted: 404, missing: 404, malformed: 404, other: 204 },
      },
      cost: { statements: 8 },
    },
  },
} satisfies Feature;
