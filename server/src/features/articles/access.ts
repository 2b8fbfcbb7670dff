import type { Context } from '../../http/context.ts';
import type { Access } from '../../http/serve.ts';
import { type Caller, loggedIn, maybeLoggedIn, withRole } from '../accounts/access.ts';

/** Articles require a login, unless the instance lets visitors look around (ALLOW_BROWSING). */
export function articleReader(context: Context): Access<Caller | null> {
  return context.config.ALLOW_BROWSING ? maybeLoggedIn(context) : loggedIn(context);
}

/** Writing, restoring and hiding articles requires a curator. */
export function articleCurator(context: Context): Access<Caller> {
  return withRole(context, 'curator');
}

/** Whether the reader gets hidden articles. */
export function seesHidden(caller: Caller | null): boolean {
  return caller !== null && (caller.roles.includes('curator') || caller.roles.includes('admin'));
}
