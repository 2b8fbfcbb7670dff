import { sql } from 'kysely';
import type { Causes } from '../../http/pieces.ts';

const isShown = sql`c.id = n.cause_id::uuid and c.deleted_at is null and c.hidden_at is null`;

/** What the notifications of this feature are about. */
export const causes: Causes = {
  comment: { isThere: () => sql`exists (select 1 from comments c where ${isShown})` },
  mention: {
    isThere: () => sql`exists (
      select 1 from comments c join comment_mentions cm on cm.comment_id = c.id and cm.user_id = n.user_id where ${isShown}
    )`,
  },
};
