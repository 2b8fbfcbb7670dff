import type { Feature } from '../../http/feature.ts';
import { registerReports } from './routes.ts';
import { eraseReportedTexts } from './reported-texts.ts';
import { removeReportsAbout, removeUserTexts } from './store.ts';

export const reports = {
  name: 'reports',
  tables: ['reports', 'appeals', 'moderation_log'],
  register: registerReports,
  erase: {
    private: [({ db }, userId) => removeUserTexts(db, userId), ({ db }, userId) => eraseReportedTexts(db, userId)],
    // What moderators decided stays in their log.
    // The words that were reported go first, because they are found by the person.
    everything: [({ db }, userId) => eraseReportedTexts(db, userId, { isAll: true }), ({ db }, userId) => removeReportsAbout(db, userId)],
    keepsWithRecords: {
      'reports.subject_id': 'a report about a person who keeps records has to stay decidable',
      'reports.subject_user_id': 'a report about records that stay has to stay decidable',
    },
    keepsAlways: {
      'reports.reported_text':
        'words of others stay decidable without who reported them; of the person’s own those of messages are erased, and with the records all',
      'reports.decided_by': 'what moderators decided stays in their log',
      'moderation_log.actor_id': 'what moderators decided stays in their log',
    },
  },
  routes: {
    // The object of a report is the report, of somebody else, about a person who exists.
    'PUT /api/reports/:id': {
      access: { none: 401, user: { missing: 204, other: 404 }, owner: { malformed: 404, other: 204 } },
      cost: { statements: 6 },
    },
    'GET /api/reports': { access: { none: 401, user: 200 }, cost: { statements: 2 } },
    'GET /api/reports/hidden': { access: { none: 401, user: 200 }, cost: { statements: 3 } },
    // The object is a record, which is not hidden.
    'PUT /api/reports/appeals/:id': { access: { none: 401, user: { other: 404 }, owner: { other: 404 } }, cost: { statements: 5 } },
    'GET /api/moderation/reports': { access: { none: 401, user: 403, admin: 200 }, cost: { statements: 2 } },
    // Dismissing the report.
    'PUT /api/moderation/acts/:id': { access: { none: 401, user: 403, admin: { open: 204, other: 404 } }, cost: { statements: 9 } },
    'GET /api/moderation/people/:id': { access: { none: 401, user: 403, admin: { open: 200, other: 404 } }, cost: { statements: 2 } },
    'GET /api/moderation/acts': { access: { none: 401, user: 403, admin: 200 }, cost: { statements: 2 } },
  },
} satisfies Feature;
