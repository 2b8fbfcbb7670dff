import { type Feature, NOT_OWNER } from '../../http/feature.ts';
import { registerFeedback } from './routes.ts';
import { eraseFeedback, eraseScreenshots } from './screenshots.ts';

export const feedback = {
  name: 'feedback',
  tables: ['feedback', 'feedback_replies', 'feedback_votes'],
  register: registerFeedback,
  erase: {
    private: [eraseScreenshots],
    everything: [eraseFeedback],
    keepsWithRecords: {
      'feedback.user_id': 'a conversation with the team stays together',
      'feedback_replies.author_id': 'a conversation with the team stays together',
      'feedback_votes.user_id': 'one vote of each person counts',
      'feedback.text': 'what people wrote to the team stays with the team',
      'feedback_replies.text': 'what people wrote to the team stays with the team',
      'feedback.public_text': 'written by the team',
      'feedback.reason': 'written by the team',
      'feedback.diagnostics': 'versions and sizes of the app, without which the text may not be understood',
      'feedback.kind': 'a choice',
      'feedback.app_version': 'the version of the app, without which the text may not be understood',
    },
    keepsAlways: { 'feedback.assignee_id': 'who of the team looks after it' },
  },
  routes: {
    'PUT /api/feedback/:id': {
      access: { none: 401, user: { missing: 200, other: 404 }, owner: { malformed: 404, other: 200 } },
      cost: { statements: 4 },
    },
    'GET /api/feedback': { access: { none: 401, user: 200 }, cost: { statements: 2 } },
    // Admins reply too.
    'PUT /api/feedback/:id/replies/:reply': {
      access: {
        none: 401,
        user: NOT_OWNER,
        admin: { open: 204, other: 404 },
        owner: { open: 204, other: 404 },
      },
      cost: { statements: 5 },
    },
    // Without a screenshot.
    'GET /api/feedback/:id/screenshot': { access: { none: 401, user: NOT_OWNER, owner: NOT_OWNER }, cost: { statements: 2 } },
    'GET /api/feedback/ideas': { access: { none: 401, user: 200 }, cost: { statements: 2 } },
    // Of a message that is not published.
    'PUT /api/feedback/:id/vote': { access: { none: 401, user: NOT_OWNER, owner: NOT_OWNER }, cost: { statements: 2 } },
    'DELETE /api/feedback/:id/vote': { access: { none: 401, user: NOT_OWNER, owner: NOT_OWNER }, cost: { statements: 2 } },
  },
} satisfies Feature;
