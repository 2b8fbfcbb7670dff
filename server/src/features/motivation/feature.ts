import { sql } from 'kysely';
import type { Feature } from '../../http/feature.ts';
import type { Causes } from '../../http/pieces.ts';
import { registerMotivation, removeBadges } from './routes.ts';

/** What the notifications of this feature are about. */
const causes: Causes = {
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

export const motivation = {
  name: 'motivation',
  tables: ['user_badges', 'toasts'],
  register: registerMotivation,
  erase: {
    private: [({ db }, userId) => removeBadges(db, userId)],
    keepsAlways: { 'toasts.created_by': 'who of the administrators sent a message to everybody' },
  },
  causes,
  routes: {
    // Of the caller only.
    'GET /api/motivation': { access: { none: 401, user: 200 }, cost: { statements: 6 } },
    'GET /api/toasts': { access: { none: 401, user: 200 }, cost: { statements: 2 } },
    'GET /api/toasts/all': { access: { none: 401, user: 403, admin: 200 }, cost: { statements: 2 } },
    'PUT /api/toasts/:id': { access: { none: 401, user: 403, admin: { malformed: 404, other: 204 } }, cost: { statements: 5 } },
    'DELETE /api/toasts/:id': { access: { none: 401, user: 403, admin: { malformed: 404, other: 204 } }, cost: { statements: 5 } },
  },
} satisfies Feature;
