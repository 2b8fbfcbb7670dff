import { z } from 'zod/mini';
import { route } from './route.ts';
import { Role, text, Uuid } from './vocabulary.ts';

/** A user as an admin sees them. */
export const ListedUser = z.object({ id: Uuid, name: z.string(), roles: z.array(Role), created_at: z.string() });
export type ListedUser = z.infer<typeof ListedUser>;

export const listUsers = route({
  method: 'GET',
  path: '/api/users',
  summary: 'As admin, the first 50 users by name whose names contain a text, and the number of all users and admins',
  query: z.object({ name: z.optional(text(60)) }),
  replies: { 200: z.object({ data: z.array(ListedUser), totals: z.object({ users: z.int(), admins: z.int() }) }) },
});

export const patchUser = route({
  method: 'PATCH',
  path: '/api/users/:id',
  summary: 'As admin, set the roles and the pro status of a user; the last admin names a successor to give up the role',
  params: z.object({ id: Uuid }),
  body: z.strictObject({ is_pro: z.optional(z.boolean()), roles: z.optional(z.array(Role)), successor_id: z.optional(Uuid) }),
  replies: { 204: null },
});
