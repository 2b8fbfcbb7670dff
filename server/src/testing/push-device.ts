import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { PushSubscription } from '@veld/contract';

/** A browser that is subscribed to push messages: it decrypts what was encrypted for it (RFC 8291, `aes128gcm`). */
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
    if (headers['content-encoding'] !== 'aes128gcm') throw new Error('The message has another encoding');
    // RFC 8188, section 2.1: the salt, the size of a record, and the key of the sender after its length.
    const salt = body.subarray(0, 16);
    const end = 21 + body.readUInt8(20);
    const [sender, record] = [body.subarray(21, end), body.subarray(end)];
    if (record.length > body.readUInt32BE(16)) throw new Error('The message has more than one record');
    const context = Buffer.concat([Buffer.from('WebPush: info\0'), this.#keys.getPublicKey(), sender]);
    const secret = Buffer.from(hkdfSync('sha256', this.#keys.computeSecret(sender), this.#auth, context, 32));
    const derive = (name: string, length: number) =>
      Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${name}\0`), length));
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
    decipher.setAuthTag(record.subarray(-16));
    const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')) as unknown;
  }
}
