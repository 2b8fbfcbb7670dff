import { readdirSync, statSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expandEntry, readEntries } from './archive-reader.ts';
import { BackupFault, ListedFile } from './format.ts';

/** The backups of a folder are named by their time: `veld-2026-05-01T10-00-00-000Z.tar`. */
export const backupName = (madeAt: Date): string => `veld-${madeAt.toISOString().replaceAll(/[:.]/g, '-')}.tar`;

const NAME = /^veld-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.tar$/;

export interface BackupInFolder {
  path: string;
  madeAt: Date;
}

/** The backups in a folder, the newest first; none if there is no such folder. */
export function listBackups(folder: string): BackupInFolder[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  const backups = names.flatMap((name) => {
    const [, day, hour, minute, second, fraction] = NAME.exec(name) ?? [];
    return day ? [{ path: join(folder, name), madeAt: new Date(`${day}T${hour}:${minute}:${second}.${fraction}Z`) }] : [];
  });
  return backups.toSorted((one, other) => other.madeAt.getTime() - one.madeAt.getTime());
}

/** The backup at a path: the file itself, or the newest of a folder. Throws a `BackupFault` if the folder has none. */
export function findBackup(path: string): string {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path;
  const [newest] = listBackups(path);
  if (!newest) throw new BackupFault(`There is no backup in ${path}.`);
  return newest.path;
}

/**
 * Removes all but the newest backups of a folder, what killed ones left, and the files beside them that no other has. Nobody else may use
 * the folder meanwhile.
 */
export async function removeOldBackups(folder: string, keep: number): Promise<void> {
  const backups = listBackups(folder);
  const old = backups.slice(keep);
  for (const { path } of old) await rm(path, { force: true });
  for (const name of await readdir(folder)) if (/^\.veld-.*\.half$/.test(name)) await rm(join(folder, name), { force: true });
  if (old.length === 0) return;
  const used = new Set<string>();
  // One that cannot be read throws, and then no file is removed.
  for (const { path } of backups.slice(0, keep)) for await (const digest of listDigests(path)) used.add(digest);
  const files = join(folder, 'files');
  for (const prefix of await readdir(files)) {
    if (!/^[0-9a-f]{2}$/.test(prefix)) continue;
    for (const digest of await readdir(join(files, prefix))) if (!used.has(digest)) await rm(join(files, prefix, digest), { force: true });
  }
}

async function* listDigests(path: string): AsyncGenerator<string> {
  for await (const entry of readEntries(path)) {
    if (!entry.name.startsWith('lists/')) continue;
    for (const line of (await expandEntry(entry)).toString('utf8').trimEnd().split('\n')) yield ListedFile.parse(JSON.parse(line)).sha256;
  }
}
