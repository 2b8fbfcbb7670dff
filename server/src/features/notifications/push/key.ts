import { generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { keptIn } from '../../../secret.ts';

/**
 * The private key in the data folder with which the server signs push messages, created at the first start. Subscriptions belong to it:
 * with another one, all devices would have to subscribe again.
 */
export function vapidKeyIn(folder: string): JsonWebKey {
  const make = () => JSON.stringify(generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey.export({ format: 'jwk' }));
  return JSON.parse(keptIn(folder, 'push.key', make)) as JsonWebKey;
}

/** The public key as browsers take it: the uncompressed point, base64url. */
export function encodePublicKey({ x, y }: JsonWebKey): string {
  return Buffer.concat([Buffer.from([4]), Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')]).toString('base64url');
}
