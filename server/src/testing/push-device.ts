import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { PushSubscription } from '@veld/contract';

/** A browser that is subscribed to push messages: it decrypts what was encrypted for it (draft-ietf-webpush-encryption-04, `aesgcm`). */
export class PushDevice {
  readonly #keys = createECDH('prime256v1');
  readonly #auth = randomBytes(16);
  readonly endpoint: string;

  constructor(endpoint: string) {
    this.endpoint = endpoint;
    this.#keys.generateKeys();
  }

  get subscription(): PushSubscription {
    const keys = { p256dh: this.#keys.getPublicKey('base64url'), auth: this.#auth.toString('base64url') };
    return { endpoint: this.endpoint, keys };
  }

  /** The payload of a request that a push service received. */
  decrypt(headers: Record<string, string | string[] | undefined>, body: Buffer): unknown {
    if (headers['content-encoding'] !== 'aesgcm') throw new Error('The message has another encoding');
    const salt = Buffer.from(parameterOf(headers.encryption, 'salt'), 'base64url');
    const sender = Buffer.from(parameterOf(headers['crypto-key'], 'dh'), 'base64url');
    const shared = this.#keys.computeSecret(sender);
    const secret = Buffer.from(hkdfSync('sha256', shared, this.#auth, 'Content-Encoding: auth\0', 32));
    const own = this.#keys.getPublicKey();
    const context = Buffer.concat([Buffer.from('P-256\0'), lengthOf(own), own, lengthOf(sender), sender]);
    const derive = (name: string, length: number) =>
      Buffer.from(hkdfSync('sha256', secret, salt, Buffer.concat([Buffer.from(`Content-Encoding: ${name}\0`), context]), length));
    const decipher = createDecipheriv('aes-128-gcm', derive('aesgcm', 16), derive('nonce', 12));
    decipher.setAuthTag(body.subarray(-16));
    const padded = Buffer.concat([decipher.update(body.subarray(0, -16)), decipher.final()]);
    return JSON.parse(padded.subarray(2 + padded.readUInt16BE(0)).toString('utf8')) as unknown;
  }
}

function lengthOf(bytes: Buffer): Buffer {
  return Buffer.from([bytes.length >> 8, bytes.length & 255]);
}

function parameterOf(header: string | string[] | undefined, name: string): string {
  const found = new RegExp(`${name}=([\\w-]+)`).exec(String(header))?.[1];
  if (!found) throw new Error(`The message has no ${name}`);
  return found;
}
