import { sql } from 'kysely';
import type { Causes } from '../../http/pieces.ts';

/** What the notifications of this feature are about. */
export const causes: Causes = {
  badge: { isThere: () => sql`exists (select 1 from user_badges b where b.user_id = n.user_id and b.badge = n.cause_id)` },
  announcement: {
    isThere: (now) => sql`exists (select 1 from toasts t where t.id = n.cause_id and (t.ends_at is null or t.ends_at > ${now}))`,
    details: {
      column: 'announcement',
      value: (language) => sql`(
        select json_build_object('text', coalesce(t.texts ->> ${language}::text, t.texts ->> 'en'), 'link', t.link)
        from toasts t where t.id = n.cause_id
      )`,
    },
  },
};
