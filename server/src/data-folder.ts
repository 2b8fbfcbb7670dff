import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type Config, ConfigError } from './config.ts';
import { inaccessibleFolder } from './db/embedded.ts';
import { readErrorCode } from './thrown.ts';

/** Creates the last folder without `recursive`, which on some file systems never returns if the folder cannot be created. */
function makeFolder(folder: string): void {
  try {
    if (!existsSync(dirname(folder))) mkdirSync(dirname(folder), { recursive: true });
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    throw new ConfigError(`DATA_DIR ${folder} cannot be created (${readErrorCode(error)}). Choose a folder that you can write to.`);
  }
}

/**
 * Creates the data folder and checks that it is usable; throws a `ConfigError` otherwise. If root starts Veld and the database's
 * account cannot enter the default folder, uses a folder in /var/lib/veld instead and reports it to `print`.
 */
export function withDataDir(config: Config, print: (line: string) => void): Config {
  let folder = config.DATA_DIR;
  const isDefault = !process.env.DATA_DIR;
  if (isDefault && !config.DATABASE_URL && process.getuid?.() === 0) {
    const inaccessible = inaccessibleFolder(dirname(folder));
    if (inaccessible) {
      folder = join('/var/lib/veld', basename(resolve(import.meta.dirname, '../..')));
      print(`Data are stored in ${folder}: root cannot run the database, and other accounts cannot enter ${inaccessible}.`);
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
