import { type Config, ConfigError, readConfig } from './config.ts';
import { withDataDir } from './data-folder.ts';
import { claimData, EmbeddedError, startEmbedded } from './db/embedded.ts';
import { migrate, MigrationError } from './db/migrate.ts';
import { type Db, openDatabase } from './db/open.ts';

/** Whether an error is one line for the person at the terminal. */
export function isForPeople(error: Error): boolean {
  return [ConfigError, EmbeddedError, MigrationError].some((kind) => error instanceof kind);
}

/**
 * Runs a command on the database of the settings, whether the server runs or not. An embedded one that no server has
 * started is stopped again. `name` stands before what is said on the way.
 */
export async function withDatabase(name: string, work: (parts: { db: Db; config: Config }) => Promise<void>): Promise<void> {
  const config = withDataDir(readConfig(process.env), (line) => console.error(`${name}  ${line}`));
  const embedded = config.DATABASE_URL ? null : await startEmbedded(config.DATA_DIR);
  const url = config.DATABASE_URL ?? embedded!.url;
  // Whoever has the data stops the database; a server that starts meanwhile is told so.
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
