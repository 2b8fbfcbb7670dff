import { type Config, ConfigError, readConfig } from './config.ts';
import { withDataDir } from './data-folder.ts';
import { EmbeddedError, lockData, startEmbedded } from './db/embedded.ts';
import { MigrationError } from './db/migrate.ts';
import { type Db, openDatabase } from './db/open.ts';
import { prepareDatabase } from './prepare.ts';

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
  const given = config.DATABASE_URL;
  const { serverUrl: url, ownerUrl, stop } = given ? { serverUrl: given, ownerUrl: given, stop: null } : await startOwn(config);
  // Only the process that holds the lock may stop the database.
  const lock = stop ? await lockData(url) : null;
  try {
    await prepareDatabase(ownerUrl, { hasServerRole: stop !== null });
    const { db } = openDatabase({ url, poolSize: 3 });
    try {
      await work({ db, config });
    } finally {
      await db.destroy();
    }
  } finally {
    await lock?.end();
    if (lock) await stop?.();
  }
}

async function startOwn({ DATA_DIR }: Config) {
  const { serverUrl, url: ownerUrl, stop } = await startEmbedded(DATA_DIR);
  return { serverUrl, ownerUrl, stop };
}
