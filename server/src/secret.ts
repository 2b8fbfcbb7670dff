import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LEAST_LENGTH = 32;

/**
 * The secret in the data folder, created at the first start. It appears atomically, so that neither a kill nor two servers
 * starting together leave an incomplete or second secret.
 */
export function secretIn(folder: string): Buffer {
  const path = join(folder, 'secret.key');
  const known = read(path);
  if (known.length >= LEAST_LENGTH) return Buffer.from(known);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const own = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(own, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx', flush: true });
    // An empty file is left from a kill of an earlier version.
    if (known !== '' || !link(own, path)) renameSync(own, path);
  } finally {
    rmSync(own, { force: true });
  }
  return Buffer.from(read(path));
}

/** False where the file system has no links, or an unusable file exists. If another server was faster, its secret is used. */
function link(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch {
    return read(to).length >= LEAST_LENGTH;
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
