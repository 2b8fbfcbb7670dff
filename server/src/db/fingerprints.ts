import { createHash } from 'node:crypto';
import type { Db } from './open.ts';
import { addServerState, findServerState, removeServerState, setServerState } from './server-state.ts';

/** A process has other keys or another folder of photos than the database is used with. The message is one line for the operator. */
export class ForeignKeysError extends Error {}

/** What all processes on one database must have in common. */
export interface SharedParts {
  secret: Buffer;
  /** The private key that signs push messages. */
  push: unknown;
  /** The id of the folder of photos, or the address of their bucket. */
  store: string;
}

const PARTS = {
  secret: 'The secret (SECRET_KEY, or secret.key in DATA_DIR)',
  push: 'The key of push messages (push.key in DATA_DIR)',
  store: 'The place of photos (S3_URL, or photos in DATA_DIR)',
} as const satisfies Record<keyof SharedParts, string>;
const NAMES = Object.keys(PARTS) as (keyof SharedParts)[];
const keyOf = (name: keyof SharedParts) => `fingerprint.${name}`;

/**
 * Keeps a fingerprint of each part at the first start, and compares with it at later ones: with other keys, addresses that one process signs
 * are 404 from another, and jobs run where the files are not. Throws a `ForeignKeysError`. After a restore, the parts count as they are.
 */
export async function checkFingerprints(db: Db, parts: SharedParts, { isRestored }: { isRestored: boolean }): Promise<void> {
  for (const name of NAMES) {
    const print = fingerprint(name, parts[name]);
    if (isRestored) {
      await setServerState(db, keyOf(name), print);
      continue;
    }
    if (await addServerState(db, keyOf(name), print)) continue;
    if ((await findServerState(db, keyOf(name))) === print) continue;
    throw new ForeignKeysError(
      `${PARTS[name]} is not what this database is used with. Give every process the same ones; after a change on purpose, run: npm run admin -- accept-keys`,
    );
  }
}

/** Lets the next start use other keys or another folder. */
export async function forgetFingerprints(db: Db): Promise<void> {
  for (const name of NAMES) await removeServerState(db, keyOf(name));
}

/** Short and with a name, so that it tells nothing of the key. */
function fingerprint(name: string, value: unknown): string {
  const text = value instanceof Buffer ? value.toString('hex') : JSON.stringify(value);
  return createHash('sha256').update(`veld ${name} ${text}`).digest('hex').slice(0, 16);
}
