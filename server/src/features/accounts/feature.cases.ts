import { randomUUID } from 'node:crypto';
import { type Case, type CasesOf, idWithoutObject, json, newToken, newUser, ofRow, plain, query } from '../../testing/cases.ts';
import { PASSWORD } from '../../testing/people.ts';
import { toasts } from '../motivation/feature.cases.ts';
import type { accounts as feature } from './feature.ts';

const sessions: Case = {
  states: ['open', 'deleted', 'missing', 'malformed'],
  async make({ veld, anna }, state) {
    const unused = idWithoutObject(state);
    if (unused) return unused;
    const { id } = await newToken(veld, anna.user.id);
    if (state === 'deleted') await veld.db.updateTable('sessions').set({ revoked_at: new Date() }).where('id', '=', id).execute();
    return id;
  },
};

export const users: Case = {
  states: ['open', 'deleted', 'missing', 'malformed'],
  make: async (world, state) => idWithoutObject(state) ?? newUser(world, state),
};

const invitations = ofRow(({ veld }, id, created_by) =>
  veld.db
    .insertInto('invitations')
    .values({ id, token_hash: id, label: 'walk', created_by, max_uses: 1, expires_at: new Date() })
    .execute(),
);

const mark = { total_xp_seen: 0 };

export const cases: CasesOf<typeof feature> = {
  'POST /api/register': { request: () => ({ body: { name: 'new', email: `${randomUUID()}@example.org`, password: PASSWORD } }) },
  'POST /api/registration': json({ invite: 'x'.repeat(43) }),
  'GET /api/invitations': plain,
  'PUT /api/invitations/:id': {
    ...invitations,
    request: () => ({ body: { token: randomUUID().padEnd(43, 'x'), label: 'walk', days: 7, max_uses: 5 } }),
  },
  'DELETE /api/invitations/:id': invitations,
  'POST /api/login': json({ email: 'anna@example.org', password: PASSWORD }, { isRefused: 'the password of the account is shorter' }),
  'POST /api/logout': plain,
  'POST /api/password/email': json({ email: 'anna@example.org' }),
  'POST /api/password/reset': json(
    { token: 'x'.repeat(43), email: 'anna@example.org', password: PASSWORD },
    { isRefused: 'nobody has a link with such a token' },
  ),
  'POST /api/password/confirm': json({ current_password: PASSWORD }),
  'POST /api/email/confirm': json({ token: 'x'.repeat(43) }, { isRefused: 'nobody has a link with such a token' }),
  'POST /api/email/request': plain,
  'GET /api/user': query('/api/user?appVersion=1.0.0&timezone=Europe/Amsterdam'),
  'POST /api/delete-account': { request: async (world) => ({ body: { user_id: await newUser(world, 'open') } }) },
  'POST /api/user/xp-seen': json(mark),
  'POST /api/user/badge-seen': json({ badge: 'first_record' }),
  'POST /api/user/toast-seen': { ...toasts, request: (_world, id) => ({ body: { toast: id } }) },
  'POST /api/user/wizard-seen': json({ wizard: 'welcome' }),
  'PATCH /api/settings/preferences': json({ theme: 'dark' }),
  'PATCH /api/settings/account': json({ country_code: 'NL' }),
  'GET /api/sessions': plain,
  'DELETE /api/sessions/:id': sessions,
  'GET /api/users': plain,
  'PATCH /api/users/:id': { ...users, request: () => ({ body: { is_pro: true } }) },
};
