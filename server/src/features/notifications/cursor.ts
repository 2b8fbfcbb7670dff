import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import type { Context } from '../../http/context.ts';
import { invalid } from '../../http/fault.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * The position of an event as text, encrypted, because a position among the events of everybody would be a time. The same position
 * always gives the same text: the nonce is derived from it, which is safe because equal nonces then mean equal texts.
 */
export function sealPosition(context: Pick<Context, 'secret'>, position: number): string {
  const key = keyOf(context);
  const text = String(position);
  const nonce = createHmac('sha256', key).update(text).digest().subarray(0, NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** The position in a text of `sealPosition`. Throws 422 for `field` if this server did not make it. */
export function openPosition(context: Pick<Context, 'secret'>, sealed: string, field: string): number {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length <= NONCE_BYTES + TAG_BYTES) throw invalid(field, 'cursor');
  try {
    const decipher = createDecipheriv(CIPHER, keyOf(context), bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return Number(Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8'));
  } catch {
    throw invalid(field, 'cursor');
  }
}

const keys = new WeakMap<Buffer, Buffer>();

function keyOf({ secret }: Pick<Context, 'secret'>): Buffer {
  let key = keys.get(secret);
  if (!key) keys.set(secret, (key = Buffer.from(hkdfSync('sha256', secret, '', 'positions of notifications', 32))));
  return key;
}
