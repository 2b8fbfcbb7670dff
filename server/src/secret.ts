import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LEAST_LENGTH = 32;

/**
 * The secret kept in a data folder, made on the first start. It appears whole or not at all, so that neither a kill nor a
 * second server that starts at the same moment leaves half of one, or two.
 */
export function secretIn(folder: string): Buffer {
  const path = join(folder, 'secret.key');
  const known = read(path);
  if (known.length >= LEAST_LENGTH) return Buffer.from(known);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const own = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(own, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx', flush: true });
    // An empty file is what a kill left of an earlier version's.
    if (known !== '' || !link(own, path)) renameSync(own, path);
  } finally {
    rmSync(own, { force: true });
  }
  return Buffer.from(read(path));
}

/** False where the disk knows no links, or something useless stands there. Where another server was faster, its secret counts. */
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
