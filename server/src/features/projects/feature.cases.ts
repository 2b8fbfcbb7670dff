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
    const { organisers: _, area, ...body } = projectBody({ joining: state === 'private' ? 'link' : 'everyone' });
    const row = { ...body, id, version: 1, area: JSON.stringify(area), countries: null, invite: 'x'.repeat(22) };
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
  'GET /api/projects/:id/species': projects,
  'GET /api/projects/:id/observations': projects,
  'GET /api/projects/:id/people': projects,
  'GET /api/projects/:id/map': projects,
};
