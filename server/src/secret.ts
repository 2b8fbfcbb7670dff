import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readErrorCode } from './thrown.ts';

const MIN_LENGTH = 32;

/** The secret in the data folder, created at the first start. */
export function secretIn(folder: string): Buffer {
  return Buffer.from(keptIn(folder, 'secret.key', () => randomBytes(32).toString('hex')));
}

/**
 * Reads a key in the data folder, and creates it at the first start. It is created atomically: if the server is killed or two servers
 * start at the same time, there is still exactly one complete key.
 */
export function keptIn(folder: string, name: string, make: () => string): string {
  const path = join(folder, name);
  const existing = read(path);
  if (existing.length >= MIN_LENGTH) return existing;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(temporary, make(), { mode: 0o600, flag: 'wx', flush: true });
    // Earlier versions could leave an empty file when killed.
    if (existing !== '' || !link(temporary, path)) renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
  return read(path);
}

/**
 * Creates a hard link. True also if another server has already created a complete key at `to`; false if an unusable file exists
 * or the file system does not support links.
 */
function link(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch {
    return read(to).length >= MIN_LENGTH;
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return '';
    throw error;
  }
}
