import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type Config, ConfigError } from './config.ts';
import { closedFolder } from './db/embedded.ts';

/** Not `recursive`: on some file systems that never returns when a folder cannot be created. */
function makeFolder(folder: string): void {
  try {
    if (!existsSync(dirname(folder))) mkdirSync(dirname(folder), { recursive: true });
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    throw new ConfigError(
      `DATA_DIR ${folder} cannot be created (${(error as NodeJS.ErrnoException).code}). Choose a folder that you can write to.`,
    );
  }
}

/** Creates the data folder and checks its owner. An unchanged default that the database's account cannot reach moves to another place. */
export function withDataDir(config: Config, say: (line: string) => void): Config {
  let folder = config.DATA_DIR;
  const isDefault = !process.env.DATA_DIR;
  if (isDefault && !config.DATABASE_URL && process.getuid?.() === 0) {
    const closed = closedFolder(dirname(folder));
    if (closed) {
      folder = join('/var/lib/veld', basename(resolve(import.meta.dirname, '../..')));
      say(`Data are kept in ${folder}: the database may not be run by root, and others may not enter ${closed}.`);
    }
  }
  makeFolder(folder);
  if (!statSync(folder).isDirectory()) throw new ConfigError(`DATA_DIR ${folder} is not a folder.`);
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    throw new ConfigError(`No permission to write in DATA_DIR ${folder}.`);
  }
  if (existsSync(join(folder, 'PG_VERSION')))
    throw new ConfigError(`DATA_DIR ${folder} is itself a PostgreSQL cluster. Choose the folder above it.`);
  return { ...config, DATA_DIR: folder };
}
