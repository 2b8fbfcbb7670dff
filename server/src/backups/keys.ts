import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readErrorCode } from '../thrown.ts';
import { BackupFault } from './format.ts';

/** The keys of a data folder: what signs the addresses of photos and links of mails, and what signs push messages. */
export const KEY_FILES = ['secret.key', 'push.key'] as const;

/** The contents of the key files, by name. */
const Keys = z.strictObject({ 'secret.key': z.string().optional(), 'push.key': z.string().optional() });
export type Keys = z.output<typeof Keys>;

const Sealed = z.strictObject({
  n: z.int(),
  r: z.int(),
  p: z.int(),
  salt: z.base64(),
  iv: z.base64(),
  tag: z.base64(),
  sealed: z.base64(),
});

/** About a tenth of a second and 64 MB for each attempt to guess a passphrase. */
const COST = { n: 2 ** 16, r: 8, p: 1 };
const MAX_MEMORY = 256 << 20;

/** The keys of a data folder that exist there. */
export function readKeys(dataDir: string): Keys {
  const keys: Keys = {};
  for (const name of KEY_FILES) {
    try {
      keys[name] = readFileSync(join(dataDir, name), 'utf8');
    } catch (error) {
      if (readErrorCode(error) !== 'ENOENT') throw error;
    }
  }
  return keys;
}

function stretch(passphrase: string, salt: Buffer, { n, r, p }: typeof COST): Buffer {
  return scryptSync(passphrase.normalize('NFKC'), salt, 32, { N: n, r, p, maxmem: MAX_MEMORY });
}

/** Seals keys with a passphrase: scrypt and AES-256-GCM. */
export function sealKeys(keys: Keys, passphrase: string): Buffer {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', stretch(passphrase, salt, COST), iv);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(keys), 'utf8'), cipher.final()]);
  const text = (bytes: Buffer) => bytes.toString('base64');
  return Buffer.from(
    JSON.stringify({ ...COST, salt: text(salt), iv: text(iv), tag: text(cipher.getAuthTag()), sealed: text(sealed) }, null, 1),
  );
}

/** Opens what `sealKeys` made; throws a `BackupFault` if the passphrase is another one. */
export function openKeys(bytes: Buffer, passphrase: string): Keys {
  const { salt, iv, tag, sealed, ...cost } = Sealed.parse(JSON.parse(bytes.toString('utf8')));
  const binary = (text: string) => Buffer.from(text, 'base64');
  try {
    const decipher = createDecipheriv('aes-256-gcm', stretch(passphrase, binary(salt), cost), binary(iv), { authTagLength: 16 });
    decipher.setAuthTag(binary(tag));
    return Keys.parse(JSON.parse(Buffer.concat([decipher.update(binary(sealed)), decipher.final()]).toString('utf8')));
  } catch {
    throw new BackupFault('The passphrase is not the one that this backup was made with.');
  }
}
