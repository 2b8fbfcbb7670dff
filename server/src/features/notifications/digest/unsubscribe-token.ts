import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { Uuid } from '@veld/contract';
import type { Context } from '../../../http/context.ts';

/** The token of the link in a daily mail: who gets it, signed. It can only stop the mail, so it has no end. */
export function unsubscribeToken(context: Pick<Context, 'secret'>, userId: string): string {
  return `${userId}_${signatureOf(context, userId)}`;
}

/** Whose token it is; null if this server did not make it. */
export function unsubscribing({ secret }: Pick<Context, 'secret'>, token: string): string | null {
  const [userId = '', signature = ''] = token.split('_', 2);
  if (!Uuid.safeParse(userId).success) return null;
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf({ secret }, userId))];
  return given.length === right.length && timingSafeEqual(given, right) ? userId : null;
}

function signatureOf({ secret }: Pick<Context, 'secret'>, userId: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'stopping daily mails', 32));
  return createHmac('sha256', key).update(userId).digest('hex');
}
