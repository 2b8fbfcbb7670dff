import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import type { Access } from '../../http/serve.ts';
import { isSigned } from './signature.ts';

/** Requires an address with a valid signature (signature.ts); otherwise 404. */
export function withSignedAddress(context: Context): Access<null> {
  return (request) => {
    const { id, size } = request.params as { id: string; size: string };
    const { e, s } = request.query as Record<string, unknown>;
    if (typeof e === 'string' && typeof s === 'string' && isSigned(context, id, size, e, s, context.now())) return null;
    throw new Fault('not_found');
  };
}
