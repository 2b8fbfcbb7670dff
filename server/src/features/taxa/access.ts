import type { Context } from '../../http/context.ts';
import { type Access, anyone } from '../../http/serve.ts';
import { type Caller, withRole } from '../accounts/access.ts';

/** Reading the taxonomy requires no login (decision 0021). */
export const taxonomyReader = anyone;

/** Importing species lists requires an admin. */
export function importer(context: Context): Access<Caller> {
  return withRole(context, 'admin');
}
