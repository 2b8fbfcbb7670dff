import { type ListedUser, Preferences, Role, type Session, type User } from '@veld/contract';
import { hkdfSync } from 'node:crypto';
import type { UserRow } from '../../db/rows.ts';
import type { Context } from '../../http/context.ts';
import { isConfirmed } from './addresses.ts';

/** The account for its own user. */
export function presentUser(row: UserRow, context: Pick<Context, 'config' | 'secret'>): User {
  const debugUserId = context.config.TAXONOMY_DEBUG_USER_ID;
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    email_confirmed: isConfirmed(context, row),
    pending_email: row.pending_email,
    roles: row.roles.map((role) => Role.parse(role)),
    is_pro: row.is_pro,
    country_code: row.country_code,
    preferences: readPreferences(row.preferences),
    total_xp: row.total_xp,
    total_xp_seen: row.total_xp_seen,
    badges: row.badges,
    badges_seen: row.badges_seen,
    toasts: row.toasts,
    toasts_seen: row.toasts_seen,
    wizards_seen: row.wizards_seen,
    taxonomy_debug: debugUserId !== undefined && row.id === debugUserId,
    ...(row.standing ? { standing: row.standing } : {}),
    export_key: deriveExportKey(context, row.id),
    created_at: row.created_at.toISOString(),
  };
}

/** A user for an admin. */
export function presentListedUser(row: Pick<UserRow, 'id' | 'name' | 'roles' | 'created_at'>): ListedUser {
  return { id: row.id, name: row.name, roles: row.roles.map((role) => Role.parse(role)), created_at: row.created_at.toISOString() };
}

/** All preferences with their defaults. Ignores stored values that are no longer valid, so that old rows can still be read. */
export function readPreferences(stored: Record<string, unknown>): Preferences {
  const parsed = Preferences.safeParse(stored);
  if (parsed.success) return parsed.data;
  const invalid = new Set(parsed.error.issues.map((issue) => String(issue.path[0])));
  return Preferences.parse(Object.fromEntries(Object.entries(stored).filter(([key]) => !invalid.has(key))));
}

export function presentSession(
  row: { id: string; device_name: string; created_at: Date; last_seen_at: Date },
  currentSessionId: string,
): Session {
  return {
    id: row.id,
    device_name: row.device_name,
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    is_current: row.id === currentSessionId,
  };
}

/**
 * The key with which the devices of a person sign files of unsent records (decision 0027). Derived from the server's secret, so
 * that all devices get the same one and none is stored.
 */
function deriveExportKey({ secret }: Pick<Context, 'secret'>, userId: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', `export of unsent records\n${userId}`, 32)).toString('base64url');
}
