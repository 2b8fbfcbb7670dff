import { z } from 'zod/mini';
import { Session } from '../accounts.ts';
import { route } from '../route.ts';
import { CountryCode, Cursor, NumberText, Role, text, Uuid } from '../vocabulary.ts';

/** An account for admins. */
export const AdminUser = z.object({
  id: Uuid,
  name: z.string(),
  email: z.string(),
  email_confirmed: z.boolean(),
  roles: z.array(Role),
  is_pro: z.boolean(),
  country_code: z.nullable(CountryCode),
  created_at: z.string(),
  /** When one of the sessions was last used, to the hour; null without one. */
  last_seen_at: z.nullable(z.string()),
});
export type AdminUser = z.infer<typeof AdminUser>;

export const ADMIN_USER_SORTS = ['created_at', 'name'] as const;

export const listAdminUsers = route({
  method: 'GET',
  path: '/api/admin/users',
  summary: 'As admin, the open accounts, a page at a time, and how many there are',
  query: z.object({
    /** Part of a name or email address. */
    search: z.optional(text(100)),
    role: z.optional(z.enum(['admin', 'curator', 'pro'])),
    country: z.optional(CountryCode),
    sort: z.optional(z.enum(ADMIN_USER_SORTS)),
    order: z.optional(z.enum(['asc', 'desc'])),
    cursor: z.optional(Cursor),
    limit: z.optional(z.pipe(NumberText, z.int().check(z.gte(1), z.lte(100)))),
  }),
  replies: { 200: z.object({ data: z.array(AdminUser), total: z.int(), next_cursor: z.nullable(z.string()) }) },
});

export const AdminUserDetails = z.extend(AdminUser, {
  records: z.int(),
  photos: z.int(),
  photo_bytes: z.int(),
  sessions: z.array(z.omit(Session, { is_current: true })),
});
export type AdminUserDetails = z.infer<typeof AdminUserDetails>;

export const getAdminUser = route({
  method: 'GET',
  path: '/api/admin/users/:id',
  summary: 'As admin, an open account with its sessions, and how much it has stored',
  params: z.object({ id: Uuid }),
  replies: { 200: z.object({ data: AdminUserDetails }) },
});

export const endUserSessions = route({
  method: 'DELETE',
  path: '/api/admin/users/:id/sessions',
  summary: 'As admin, log an account out on all its devices; of the own account, on all other devices',
  params: z.object({ id: Uuid }),
  replies: { 204: null },
});
