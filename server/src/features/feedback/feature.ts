import { type Feature, NOT_OWNER } from '../../http/feature.ts';
import { registerFeedback } from './routes.ts';

export const feedback = {
  name: 'feedback',
  tables: ['feedback', 'feedback_replies', 'feedback_votes'],
  register: registerFeedback,
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
