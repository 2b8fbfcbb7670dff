import type { Context } from '../../http/context.ts';
import { type Access, anyone } from '../../http/serve.ts';
import { type Caller, withRole } from '../accounts/access.ts';

/** Taxonomy routes are public (decision 0021). */
export const everybody = anyone;

/** Who may choose species images. */
export function imageCurator(context: Context): Access<Caller> {
  return withRole(context, 'curator');
}

/** Who may import taxonomies. */
export function importer(context: Context): Access<Caller> {
  return withRole(context, 'admin');
}
