import { isRecord } from '@veld/contract';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { type Access, anyone } from '../../http/serve.ts';
import { type Caller, withRole } from '../accounts/access.ts';
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Choosing species images requires a curator. */
export function imageCurator(context: Context): Access<Caller> {
  return withRole(context, 'curator');
}

/** Who made an image is public, as the image is. */
export const imageReader = anyone;

/** Requires an address with a valid signature, because an `<img>` sends no token; otherwise 404. */
export function withSignedPreview(context: Context): Access<null> {
  return (request) => {
    if (isRecord(request.query) && isSignedPreview(context, request.query, context.now())) return null;
    throw new Fault('not_found');
  };
}

const HOUR_MS = 3_600_000;

/**
 * The address under which this server shows a small picture of another site, signed for this hour and the next. Browsers of curators
 * ask nothing of other sites themselves.
 */
export function previewUrl(context: Pick<Context, 'secret'>, taxonId: number, source: string, address: string, now: Date): string {
  const hour = hourOf(now);
  const query = new URLSearchParams({ source, u: address, e: String(hour), s: sign(context.secret, source, address, hour) });
  return `/api/specie-images/${taxonId}/preview?${query}`;
}

/** Whether `e` and `s` are the hour and signature of an address that `previewUrl` made in this hour or the previous one. */
function isSignedPreview(context: Pick<Context, 'secret'>, query: Readonly<Record<string, unknown>>, now: Date): boolean {
  const { source, u, e, s } = query;
  if (typeof source !== 'string' || typeof u !== 'string' || typeof e !== 'string' || typeof s !== 'string') return false;
  const hour = hourOf(now);
  if (e !== String(hour) && e !== String(hour - 1)) return false;
  const expected = Buffer.from(sign(context.secret, source, u, Number(e)));
  const actual = Buffer.from(s);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

function hourOf(now: Date): number {
  return Math.floor(now.getTime() / HOUR_MS);
}

function sign(secret: Buffer, source: string, address: string, hour: number): string {
  return createHmac('sha256', secret).update(`preview\n${source}\n${address}\n${hour}`).digest('base64url');
}
