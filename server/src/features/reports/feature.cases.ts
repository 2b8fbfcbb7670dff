import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type CasesOf, newUser, NOT_AN_ID, ofRow, plain } from '../../testing/cases.ts';
import { users } from '../accounts/feature.cases.ts';
import { records } from '../observations/feature.cases.ts';
import type { reports as feature } from './feature.ts';

const reports = ofRow(({ veld, people }, id, userId) =>
  // Of long ago, so that the row does not count towards the daily limit.
  sql`
    insert into reports (id, reporter_id, subject_kind, subject_id, reason, text, created_at)
    values (${id}, ${userId}, 'user', ${people.pro.user.id}, 'spam', '', ${new Date(0)})
  `.execute(veld.db),
);

export const cases: CasesOf<typeof feature> = {
  'PUT /api/reports/:id': {
    ...reports,
    request: async (world) => ({
      body: { subject_kind: 'user', subject_id: await newUser(world, 'open'), reason: 'spam', text: '' },
    }),
  },
  'GET /api/reports': plain,
  'GET /api/reports/hidden': plain,
  'PUT /api/reports/appeals/:id': {
    ...records,
    request: (_world, id) => ({
      path: `/api/reports/appeals/${randomUUID()}`,
      body: { subject_kind: 'observation', subject_id: id === NOT_AN_ID ? randomUUID() : id, text: 'It is mine' },
    }),
  },
  'GET /api/moderation/reports': plain,
  'PUT /api/moderation/acts/:id': {
    ...reports,
    states: ['open', 'missing'],
    request: (_world, id) => ({ path: `/api/moderation/acts/${randomUUID()}`, body: { action: 'dismiss', report_id: id, note: '' } }),
    budget: { body: ({ note }, valid) => ({ ...valid, note }) },
  },
  'GET /api/moderation/people/:id': users,
  'GET /api/moderation/acts': plain,
};
