import type pg from 'pg';
import { BackupFault } from './backups/format.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { withDataDir } from './data-folder.ts';
import { type EmbeddedDatabase, EmbeddedError, lockData, startEmbedded } from './db/embedded.ts';
import { ForeignKeysError } from './db/fingerprints.ts';
import { MigrationError } from './db/migrate.ts';
import { StarterError } from './features/taxa/starter-tables.ts';
import { prepareDatabase } from './prepare.ts';
import { buildServer, type VeldServer } from './server.ts';
import { readErrorCode } from './thrown.ts';

const STOP_LIMIT_MS = 10_000;

/** Errors whose message is one line for the operator. */
const ONE_LINE = [BackupFault, ConfigError, EmbeddedError, ForeignKeysError, MigrationError, StarterError];

class AlreadyRunning extends Error {}

function print(line: string): void {
  if (process.env.VELD_SAYS) console.log(`veld  ${line}`);
}

function fail(line: string): never {
  console.error(`veld  ${line}`);
  process.exit(1);
}

await start().catch((error: Error & { code?: string }) => {
  if (ONE_LINE.some((kind) => error instanceof kind)) fail(error.message);
  if (error.message.includes('unsupported startup parameter'))
    fail('DATABASE_URL leads to a pooler that refuses the limits of connections. Set DATABASE_LIMITS=role (docs/cluster.md).');
  if (error.code === 'EACCES' || error.code === 'EROFS' || error.code === 'EPERM') fail(`No permission to write: ${error.message}`);
  if (error.code === 'ENOSPC') fail(`The disk is full: ${error.message}`);
  console.error(error);
  process.exit(1);
});

async function start(): Promise<void> {
  const config = withDataDir(readConfig(process.env), print);
  let embedded: EmbeddedDatabase | null = null;
  let lock: pg.Client | null = null;
  let server: VeldServer | null = null;
  let isStopping = false;

  const stop = async (code: number) => {
    if (isStopping) return;
    isStopping = true;
    print('Stopping ...');
    const deadline = setTimeout(() => process.exit(1), STOP_LIMIT_MS + 15_000);
    await Promise.race([server?.close().catch(() => undefined), new Promise((done) => setTimeout(done, STOP_LIMIT_MS))]);
    await lock?.end().catch(() => undefined);
    await embedded?.stop();
    clearTimeout(deadline);
    process.exit(code);
  };
  process.on('SIGTERM', () => void stop(0));
  process.on('SIGINT', () => void stop(0));

  try {
    let url = config.DATABASE_URL;
    let serverUrl = url;
    if (!url) {
      print('Starting the database ...');
      embedded = await startEmbedded(config.DATA_DIR);
      ({ url, serverUrl } = embedded);
      lock = await lockOrThrow(embedded, config);
      restartOnExit(embedded, config, {
        isStopping: () => isStopping,
        onRestart: (restarted) => (embedded = restarted),
        onLock: (client) => (lock = client),
      });
    }
    const ran = await prepareDatabase(url, { hasServerRole: embedded !== null });
    if (ran.length > 0) print(`Migrated the database: ${ran.join(', ')}`);
    server = await buildServer({ config, databaseUrl: serverUrl ?? url });
    const address = await listen(server, config);
    if (!config.WEB_DIR) print('The web app is not built, so only the API is available. `npm start` builds it.');
    print(`Veld is ready at ${config.PUBLIC_URL ?? address}`);
  } catch (error) {
    if (error instanceof AlreadyRunning) fail(error.message);
    await server?.close().catch(() => undefined);
    await lock?.end().catch(() => undefined);
    await embedded?.stop();
    throw error;
  }
}

/** Locks the data folder for this server; throws `AlreadyRunning` if another one holds the lock. */
async function lockOrThrow(embedded: EmbeddedDatabase, config: Config): Promise<pg.Client> {
  const client = await lockData(embedded.serverUrl);
  if (!client) throw new AlreadyRunning(`Veld already runs on the data in ${config.DATA_DIR}. Stop it first, or set another DATA_DIR.`);
  return client;
}

interface RestartHandlers {
  isStopping(): boolean;
  onRestart(database: EmbeddedDatabase): void;
  onLock(client: pg.Client): void;
}

/** Restarts the embedded database if it exits while the server is running. Until then requests get 503. */
function restartOnExit(database: EmbeddedDatabase, config: Config, { isStopping, onRestart, onLock }: RestartHandlers): void {
  let current = database;
  let isBusy = false;
  setInterval(() => {
    if (isStopping() || isBusy || current.isRunning()) return;
    isBusy = true;
    startEmbedded(config.DATA_DIR)
      .then(async (restarted) => {
        current = restarted;
        onRestart(restarted);
        onLock(await lockOrThrow(restarted, config));
      })
      .catch((error: Error) => console.error(`veld  The database could not be restarted: ${error.message}`))
      .finally(() => (isBusy = false));
  }, 500).unref();
}

async function listen(server: VeldServer, config: Config): Promise<string> {
  try {
    return await server.app.listen({ port: config.PORT, host: config.HOST });
  } catch (error) {
    const code = readErrorCode(error);
    if (code === 'EADDRINUSE') throw new ConfigError(`Port ${config.PORT} is in use. Choose another one, for example: PORT=3001 npm start`);
    if (code === 'EACCES') throw new ConfigError(`No permission to listen on port ${config.PORT}. Set PORT to one above 1023.`);
    if (code === 'EADDRNOTAVAIL')
      throw new ConfigError(`This machine does not have the address ${config.HOST}. Set HOST to one that it has.`);
    throw error;
  }
}
