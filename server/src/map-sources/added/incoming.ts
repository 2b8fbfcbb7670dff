import { appendFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MapFileName } from '@veld/contract';
import { ifMissing } from '../../thrown.ts';
import { incomingFolder } from './shelf.ts';

/** Of a file that is being uploaded. */
const PART = '.part';

/** An upload that has not grown for so long counts as given up. */
const IDLE_MS = 60_000;

/** The files that can be added, by name. */
export async function listIncoming(dataDir: string): Promise<{ name: string; bytes: number }[]> {
  const folder = incomingFolder(dataDir);
  const names = await readdir(folder).catch(ifMissing([]));
  const files = await Promise.all(
    names
      .filter((name) => MapFileName.safeParse(name).success)
      .map(async (name) => ({ name, found: await stat(join(folder, name)).catch(ifMissing(null)) })),
  );
  return files
    .flatMap(({ name, found }) => (found?.isFile() ? [{ name, bytes: found.size }] : []))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

export async function hasIncoming(dataDir: string, name: string): Promise<boolean> {
  return (await listIncoming(dataDir)).some((file) => file.name === name);
}

export async function removeIncoming(dataDir: string, name: string): Promise<void> {
  const path = join(incomingFolder(dataDir), name);
  await rm(path, { force: true });
  await rm(path + PART, { force: true });
}

/**
 * Appends a part of a file. Returns how many bytes there are, which another offset than the right one does not change; `busy` while
 * another file is being uploaded.
 */
export async function writeIncoming(
  dataDir: string,
  name: string,
  { offset, length, bytes }: { offset: number; length: number; bytes: Buffer },
): Promise<number | 'busy'> {
  const folder = incomingFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, name + PART);
  for (const other of await readdir(folder)) {
    if (!other.endsWith(PART) || other === name + PART) continue;
    const { mtimeMs } = await stat(join(folder, other));
    if (Date.now() - mtimeMs < IDLE_MS) return 'busy';
    await rm(join(folder, other), { force: true });
  }
  if (offset === 0) await rm(path, { force: true });
  const size = (await stat(path).catch(ifMissing(null)))?.size ?? 0;
  if (offset !== size || bytes.length === 0) return size;
  await appendFile(path, bytes, { mode: 0o600 });
  const received = size + bytes.length;
  if (received === length) await rename(path, join(folder, name));
  return received;
}
