import { z } from 'zod/mini';
import { route } from '../route.ts';
import { Cursor, NumberText, Uuid } from '../vocabulary.ts';

/** What admins do to others and to the server (decision 0050). There is a separate log of what moderators do. */
export const ADMIN_ACTIONS = [
  'change_roles',
  'change_pro',
  'close_account',
  'end_sessions',
  'create_invitation',
  'revoke_invitation',
  'put_version',
  'delete_version',
  'retry_job',
  'change_feedback',
  'reply_feedback',
  'put_announcement',
  'delete_announcement',
  'cancel_tile_request',
  'retry_tile_request',
  'share_tile_request',
  'unshare_tile_request',
  'delete_tile_request',
  'add_map',
  'remove_map',
  'change_browsing',
  'put_sensitive_rule',
  'delete_sensitive_rule',
  'import_sensitive_rules',
] as const;
export const AdminAction = z.enum(ADMIN_ACTIONS);
export type AdminAction = z.infer<typeof AdminAction>;

export const ADMIN_SUBJECTS = [
  'user',
  'invitation',
  'app_version',
  'job',
  'feedback',
  'announcement',
  'map',
  'server',
  'sensitive_taxa',
] as const;

export const AdminAct = z.object({
  id: Uuid,
  action: AdminAction,
  /** Null once the account is closed. */
  actor: z.nullable(z.object({ id: Uuid, name: z.string() })),
  subject_kind: z.enum(ADMIN_SUBJECTS),
  subject_id: z.string(),
  /** The name of the person, version, invitation or queue, or the ticket; null if it is gone. */
  subject_name: z.nullable(z.string()),
  /** The values before and after, or the reason. */
  details: z.record(z.string(), z.union([z.string(), z.boolean(), z.array(z.string()), z.null()])),
  at: z.string(),
});
export type AdminAct = z.infer<typeof AdminAct>;

export const listAdminActs = route({
  method: 'GET',
  path: '/api/admin/log',
  summary: 'What admins have done, the latest first: everything, one kind of act, or what was done to one person',
  query: z.object({
    action: z.optional(AdminAction),
    user_id: z.optional(Uuid),
    cursor: z.optional(Cursor),
    limit: z.optional(z.pipe(NumberText, z.int().check(z.gte(1), z.lte(100)))),
  }),
  replies: { 200: z.object({ data: z.array(AdminAct), next_cursor: z.nullable(z.string()) }) },
});
