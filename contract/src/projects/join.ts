import { z } from 'zod/mini';
import { route } from '../route.ts';
import { Uuid } from '../vocabulary.ts';

/** The secret in the link of a project. */
export const ProjectInvite = z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/, { error: 'invalid' }));

const params = z.object({ id: Uuid });

export const joinProject = route({
  method: 'PUT',
  path: '/api/projects/:id/membership',
  summary:
    'Take part in a project, with the secret of its link if it is joined by one; repeating the request changes nothing. Earlier records within its dates count',
  params,
  body: z.strictObject({ invite: z.optional(ProjectInvite) }),
  replies: { 204: null },
});

export const leaveProject = route({
  method: 'DELETE',
  path: '/api/projects/:id/membership',
  summary: 'No longer take part in a project; repeating the request changes nothing. The records stay, but no longer count for it',
  params,
  replies: { 204: null },
});
