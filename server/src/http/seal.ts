import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import type { Context } from './context.ts';
import { invalid } from './fault.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

type Secret = Pick<Context, 'secret'>;

export interface Seal {
  /** The same text always gives the same sealed one: the nonce is derived from it, which is safe because equal nonces then mean equal texts. */
  seal(context: Secret, text: string): string;
  /** Throws 422 for `field` if this server did not seal it. */
  open(context: Secret, sealed: string, field: string): string;
}

/**
 * Encrypts texts that clients only give back, such as cursors, so that they say nothing. The key is derived from the server's secret for
 * one purpose, so that what was sealed for another one is not accepted.
 */
export function sealFor(purpose: string): Seal {
  const keys = new WeakMap<Buffer, Buffer>();
  const keyOf = ({ secret }: Secret): Buffer => {
    let key = keys.get(secret);
    if (!key) keys.set(secret, (key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))));
    return key;
  };
  return {
    seal(context, text) {
      const key = keyOf(context);
      const nonce = createHmac('sha256', key).update(text).digest().subarray(0, NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
    },
    open(context, sealed, field) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length <= NONCE_BYTES + TAG_BYTES) throw invalid(field, 'cursor');
      try {
        const decipher = createDecipheriv(CIPHER, keyOf(context), bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
        decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
        return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
      } catch {
        throw invalid(field, 'cursor');
      }
    },
  };
}
