import { type Config, ConfigError, readConfig } from './config.ts';
import { withDataDir } from './data-folder.ts';
import { EmbeddedError, lockData, startEmbedded } from './db/embedded.ts';
import { migrate, MigrationError } from './db/migrate.ts';
import { type Db, openDatabase } from './db/open.ts';

/** Whether the message of an error can be shown to the user without a stack trace. */
export function isUserError(error: Error): boolean {
  return [ConfigError, EmbeddedError, MigrationError].some((kind) => error instanceof kind);
}

/**
 * Runs a command on the configured database, whether or not the server is running. Starts the embedded database if necessary and
 * stops it afterwards unless a server uses it. `name` is the prefix of the output.
 */
export async function withDatabase(name: string, work: (parts: { db: Db; config: Config }) => Promise<void>): Promise<void> {
  const config = withDataDir(readConfig(process.env), (line) => console.error(`${name}  ${line}`));
  const embedded = config.DATABASE_URL ? null : await startEmbedded(config.DATA_DIR);
  const url = config.DATABASE_URL ?? embedded!.url;
  // Only the process that holds the lock may stop the database.
  const lock = embedded ? await lockData(url) : null;
  try {
    await migrate(url);
    const { db } = openDatabase({ url, poolSize: 3 });
    try {
      await work({ db, config });
    } finally {
      await db.destroy();
    }
  } finally {
    await lock?.end();
    if (lock) await embedded!.stop();
  }
}
