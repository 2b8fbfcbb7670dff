import type pg from 'pg';
import { BackupFault } from './backups/format.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { withDataDir } from './data-folder.ts';
import { EmbeddedError, lockData, startEmbedded } from './db/embedded.ts';
import { MigrationError } from './db/migrate.ts';
import { type Db, openDatabase } from './db/open.ts';
import { prepareDatabase } from './prepare.ts';

/** Whether the message of an error can be shown to the user without a stack trace. */
export function isUserError(error: Error): boolean {
  return [ConfigError, EmbeddedError, MigrationError, BackupFault].some((kind) => error instanceof kind);
}

export interface Place {
  config: Config;
  /** For reading and writing rows. */
  serverUrl: string;
  /** As the owner of the database. */
  ownerUrl: string;
  isEmbedded: boolean;
  /** Whether the embedded database is used by nobody else; null for the operator's own, of which that is not known. */
  isAlone: boolean | null;
}

/**
 * Runs a command on the configured database as it is, whether or not the server is running. Starts the embedded database if necessary and
 * stops it afterwards unless a server uses it. `name` is the prefix of the output.
 */
export async function withPlace<T>(name: string, work: (place: Place) => Promise<T>): Promise<T> {
  const config = withDataDir(readConfig(process.env), (line) => console.error(`${name}  ${line}`));
  const given = config.DATABASE_URL;
  const { serverUrl, ownerUrl, stop } = given ? { serverUrl: given, ownerUrl: given, stop: null } : await startOwn(config);
  // Only the process that holds the lock may stop the database.
  const lock = stop ? await lockData(serverUrl) : null;
  try {
    return await work({ config, serverUrl, ownerUrl, isEmbedded: stop !== null, isAlone: stop ? lock !== null : null });
  } finally {
    await lock?.end();
    if (lock) await stop?.();
  }
}

/** As `withPlace`, on the database of this version of Veld. */
export async function withDatabase(name: string, work: (parts: { db: Db; pool: pg.Pool; config: Config }) => Promise<void>): Promise<void> {
  await withPlace(name, async ({ config, serverUrl, ownerUrl, isEmbedded }) => {
    await prepareDatabase(ownerUrl, { hasServerRole: isEmbedded });
    const { db, pool } = openDatabase({
      url: serverUrl,
      poolSize: 3,
      isPreparing: config.DATABASE_PREPARED_STATEMENTS,
      hasLimits: config.DATABASE_LIMITS === 'connection',
    });
    try {
      await work({ db, pool, config });
    } finally {
      await db.destroy();
    }
  });
}

async function startOwn({ DATA_DIR }: Config) {
  const { serverUrl, url: ownerUrl, stop } = await startEmbedded(DATA_DIR);
  return { serverUrl, ownerUrl, stop };
}
