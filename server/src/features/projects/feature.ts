import { type Feature, SEEN } from '../../http/feature.ts';
import { eraseProjects } from './store.ts';
import { causes } from './notices.ts';
import { eraseNews } from './news.ts';
import { registerProjects } from './routes.ts';

export const projects = {
  name: 'projects',
  tables: [
    'projects',
    'project_organisers',
    'project_members',
    'project_records',
    'project_news',
    'project_removals',
    'project_log',
    'project_parts',
  ],
  register: registerProjects,
  erase: {
    private: [eraseNews],
    everything: [eraseProjects],
    keepsWithRecords: {
      'project_members.user_id': 'the records count in the projects that the person took part in',
      'project_organisers.user_id': 'a project stays with those who made it',
      'project_removals.user_id': 'who was removed stays removed',
      'project_log.user_id': 'what organisers did stays known to the others',
      'project_log.other_id': 'what organisers did stays known to the others',
      'project_records.user_id': 'the records count in the projects that the person took part in',
    },
  },
  causes,
  routes: {
    // A private one is joined by its link.
    'GET /api/projects': { access: { none: 401, user: 200 }, withBrowsing: { none: 200, user: 200 }, cost: { statements: 2 } },
    'GET /api/projects/:id': {
      access: { none: 401, user: { open: 200, other: 404 }, admin: SEEN, owner: SEEN },
      withBrowsing: { none: 200, user: 200 },
      cost: { statements: 5 },
    },
    'PUT /api/projects/:id': {
      access: {
        none: 401,
        user: { missing: 200, open: 403, other: 404 },
        admin: { malformed: 404, other: 200 },
        owner: { malformed: 404, other: 200 },
      },
      cost: { statements: 11 },
    },
    'PATCH /api/projects/:id': {
      access: { none: 401, user: { open: 403, other: 404 }, admin: SEEN, owner: SEEN },
      cost: { statements: 11 },
    },
    'PUT /api/projects/:id/membership': {
      access: {
        none: 401,
        user: { open: 204, other: 404 },
        admin: { open: 204, private: 204, other: 404 },
        owner: { open: 204, private: 204, other: 404 },
      },
      cost: { statements: 11 },
    },
    'DELETE /api/projects/:id/membership': { access: { none: 401, user: { malformed: 404, other: 204 } }, cost: { statements: 5 } },
    'GET /api/projects/:id/news': {
      access: { none: 401, user: { open: 200, other: 404 }, admin: SEEN, owner: SEEN },
      cost: { statements: 3 },
    },
    'PUT /api/projects/:id/news/:news': {
      access: {
        none: 401,
        user: { open: 403, other: 404 },
        admin: { open: 204, private: 204, other: 404 },
        owner: { open: 204, private: 204, other: 404 },
      },
      cost: { statements: 7 },
    },
    'DELETE /api/projects/:id/news/:news': {
      access: {
        none: 401,
        user: { open: 403, other: 404 },
        admin: { open: 204, private: 204, other: 404 },
        owner: { open: 204, private: 204, other: 404 },
      },
      cost: { statements: 5 },
    },
    'GET /api/projects/:id/species': {
      access: { none: 401, user: { open: 200, other: 404 }, admin: SEEN, owner: SEEN },
      withBrowsing: { none: 200, user: 200 },
      cost: { statements: 3 },
    },
    'GET /api/projects/:id/observations': {
      access: { none: 401, user: { open: 200, other: 404 }, admin: SEEN, owner: SEEN },
      cost: { statements: 4 },
    },
    'GET /api/projects/:id/uncounted': {
      access: { none: 401, user: { open: 200, other: 404 }, admin: SEEN, owner: SEEN },
      cost: { statements: 2, scans: { tables: ['taxa'], because: 'it looks up all taxa of the project' } },
    },
    'GET /api/projects/:id/people': {
      access: { none: 401, user: { open: 200, other: 404 }, admin: SEEN, owner: SEEN },
      cost: { statements: 5 },
    },
    'GET /api/projects/:id/log': {
      access: { none: 401, user: { open: 403, other: 404 }, admin: SEEN, owner: SEEN },
      cost: { statements: 3 },
    },
    'GET /api/projects/:id/map': {
      access: { none: 401, user: { open: 200, other: 404 }, admin: SEEN, owner: SEEN },
      withBrowsing: { none: 200, user: 200 },
      cost: { statements: 3 },
    },
  },
} satisfies Feature;
