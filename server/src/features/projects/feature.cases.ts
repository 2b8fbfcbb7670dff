import { randomUUID } from 'node:crypto';
import { type Case, type CasesOf, idWithoutObject, plain } from '../../testing/cases.ts';
import { projectBody } from '../../testing/projects.ts';
import type { projects as feature } from './feature.ts';

const projects: Case = {
  states: ['open', 'private', 'missing', 'malformed'],
  async make({ veld, anna }, state) {
    const unused = idWithoutObject(state);
    if (unused) return unused;
    const id = randomUUID();
    const { organisers: _, parts: __, area, ...body } = projectBody({ joining: state === 'private' ? 'link' : 'everyone' });
    const own = { start_time: null, end_time: null, goals: '[]', required_fields: [], max_uncertainty_m: null };
    const row = { ...body, ...own, id, version: 1, area: JSON.stringify(area), countries: null, invite: 'x'.repeat(22) };
    // Of long ago, so that the row does not count towards the daily limit.
    await veld.db
      .insertInto('projects')
      .values({ ...row, created_at: new Date(0) })
      .execute();
    await veld.db.insertInto('project_organisers').values({ project_id: id, user_id: anna.user.id }).execute();
    return id;
  },
};

export const cases: CasesOf<typeof feature> = {
  'GET /api/projects': plain,
  'GET /api/projects/:id': projects,
  'PUT /api/projects/:id': {
    ...projects,
    request: (_world, _id, state) => ({ body: projectBody(), ...(state === 'missing' ? {} : { headers: { 'if-match': '"1"' } }) }),
  },
  'PATCH /api/projects/:id': { ...projects, request: () => ({ body: { is_cancelled: true } }) },
  'PUT /api/projects/:id/membership': { ...projects, request: () => ({ body: {} }) },
  'DELETE /api/projects/:id/membership': projects,
  'GET /api/projects/:id/news': projects,
  'PUT /api/projects/:id/news/:news': {
    ...projects,
    request: (_world, id) => ({ path: `/api/projects/${id}/news/${randomUUID()}`, body: { text: 'Bring a lamp', notifies: true } }),
  },
  'DELETE /api/projects/:id/news/:news': { ...projects, request: (_world, id) => ({ path: `/api/projects/${id}/news/${randomUUID()}` }) },
  'GET /api/projects/:id/species': projects,
  'GET /api/projects/:id/observations': projects,
  'GET /api/projects/:id/uncounted': projects,
  'GET /api/projects/:id/people': projects,
  'GET /api/projects/:id/log': projects,
  'GET /api/projects/:id/map': projects,
};
