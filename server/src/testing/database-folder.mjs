// Where a database of tests keeps its files. Plain JavaScript without dependencies: the test command runs it on the host's Node.
import { existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** More than the databases of a run and their log ever take. */
const NEEDED_BYTES = 6_000_000_000;

/** Makes a temporary folder: in memory where there is plenty, because copying a database makes 500 files, else on disk. */
export function makeDatabaseFolder(prefix) {
  return mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), prefix));
}

function hasRoom() {
  if (!existsSync(MEMORY) || freemem() < NEEDED_BYTES) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= NEEDED_BYTES;
}
