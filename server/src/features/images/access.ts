import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { type Access, anyone } from '../../http/serve.ts';
import { type Caller, withRole } from '../accounts/access.ts';
import { isSignedPreview } from './preview.ts';

/** Choosing species images requires a curator. */
export function imageCurator(context: Context): Access<Caller> {
  return withRole(context, 'curator');
}

/** Who made an image is public, as the image is. */
export const imageReader = anyone;

/** Requires an address with a valid signature, because an `<img>` sends no token; otherwise 404. */
export function withSignedPreview(context: Context): Access<null> {
  return (request) => {
    if (isSignedPreview(context, request.query as Record<string, unknown>, context.now())) return null;
    throw new Fault('not_found');
  };
}
