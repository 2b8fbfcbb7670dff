import { sql } from 'kysely';
import type { Causes } from '../../http/pieces.ts';

/** What the notifications of this feature are about. */
export const causes: Causes = {
  follow: {
    isThere: () => sql`exists (
      select 1 from relations f where f.user_id = n.actor_id and f.other_id = n.user_id and f.kind = 'follow'
    )`,
  },
};
