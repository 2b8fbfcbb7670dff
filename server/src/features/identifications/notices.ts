import { sql } from 'kysely';
import type { Causes } from '../../http/pieces.ts';

/** What the notifications of this feature are about. */
export const causes: Causes = {
  identification: {
    isThere: () => sql`exists (
      select 1 from identifications i where i.id = n.cause_id::uuid and i.withdrawn_at is null and i.hidden_by_moderator_at is null
    )`,
  },
};
