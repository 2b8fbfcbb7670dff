import { sql } from 'kysely';
import type { Causes } from '../../http/pieces.ts';

const IS_OF_ACTOR = sql`r.observation_id = n.observation_id and r.user_id = n.actor_id`;

/** What the notifications of this feature are about. */
export const causes: Causes = {
  reaction: {
    isThere: () => sql`exists (select 1 from reactions r where ${IS_OF_ACTOR} and r.emoji is not null)`,
    details: { column: 'emoji', value: () => sql`(select r.emoji from reactions r where ${IS_OF_ACTOR})` },
  },
};
