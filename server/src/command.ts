import { type Config, ConfigError, readConfig } from './config.ts';
import { withDataDir } from './data-folder.ts';
import { claimData, EmbeddedError, startEmbedded } from './db/embedded.ts';
import { migrate, MigrationError } from './db/migrate.ts';
import { type Db, openDatabase } from './db/open.ts';

/** Whether the error has a one-line message for the person at the terminal. */
export function isForPeople(error: Error): boolean {
  return [ConfigError, EmbeddedError, MigrationError].some((kind) => error instanceof kind);
}

/**
 * Runs a command on the configured database, whether the server runs or not. Stops an embedded database that no server has
 * started. `name` is the prefix of its output.
 */
export async function withDatabase(name: string, work: (parts: { db: Db; config: Config }) => Promise<void>): Promise<void> {
  const config = withDataDir(readConfig(process.env), (line) => console.error(`${name}  ${line}`));
  const embedded = config.DATABASE_URL ? null : await startEmbedded(config.DATA_DIR);
  const url = config.DATABASE_URL ?? embedded!.url;
  // The process that holds the claim stops the database; a server that starts meanwhile waits for its turn.
  const claim = embedded ? await claimData(url) : null;
  try {
    await migrate(url);
    const { db } = openDatabase({ url, poolSize: 3 });
    try {
      await work({ db, config });
    } finally {
      await db.destroy();
    }
  } finally {
    await claim?.end();
    if (claim) await embedded!.stop();
  }
}
