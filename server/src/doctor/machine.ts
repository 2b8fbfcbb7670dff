import { randomUUID } from 'node:crypto';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { freemem, totalmem } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { listBackups } from '../backups/folder.ts';
import type { Config } from '../config.ts';
import { RESERVE_BYTES } from '../files/free-space.ts';
import { openBucket } from '../files/open.ts';
import type { FileStore } from '../files/store.ts';
import { bytesInWords, type Check, fault, type Finding, good, warning } from './finding.ts';

const HOUR_MS = 3_600_000;
/** Below this, a day with many photos may fill the disk. */
const LITTLE_DISK = 5_000_000_000;
/** What the server and the embedded database need beside everything else on the machine. */
const LITTLE_MEMORY = 500_000_000;

/** Disk, memory, permissions and keys of the machine that runs the server. */
export function machineChecks(config: Config): Check[] {
  const folder = config.DATA_DIR;
  return [
    { subject: 'data folder', look: () => lookAtFolder(folder) },
    { subject: 'disk', look: () => lookAtDisk(folder) },
    { subject: 'memory', look: () => [judgeMemory(freemem(), totalmem())] },
    { subject: 'keys', look: () => lookAtKeys(config) },
    { subject: 'backups', look: () => [lookAtBackups(config, new Date())] },
    { subject: 'photo store', look: () => lookAtStore(openBucket(config)) },
  ];
}

function lookAtFolder(folder: string): Finding[] {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return [fault('data folder', `${folder} cannot be written to`, 'Give it to the account that runs Veld.')];
  }
  return [good('data folder', folder)];
}

async function lookAtDisk(folder: string): Promise<Finding[]> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return [judgeDisk(bavail * bsize, blocks * bsize)];
}

/** What there is to say of so many free bytes of a disk. */
export function judgeDisk(free: number, all: number): Finding {
  const text = `${bytesInWords(free)} of ${bytesInWords(all)} free`;
  if (free < RESERVE_BYTES) return fault('disk', text, 'Records and photos can no longer be saved. Make room or enlarge the disk.');
  if (free < LITTLE_DISK) return warning('disk', text, 'Make room or enlarge the disk before it is full.');
  return good('disk', text);
}

/** What there is to say of so much memory that no process uses, in bytes. */
export function judgeMemory(free: number, all: number): Finding {
  const text = `${bytesInWords(free)} of ${bytesInWords(all)} free`;
  return free < LITTLE_MEMORY
    ? warning('memory', text, 'Stop what else runs here, or add memory: the system ends the server or the database when none is left.')
    : good('memory', text);
}

function lookAtBackups({ BACKUP_TO, BACKUP_EVERY }: Config, now: Date): Finding {
  if (BACKUP_TO === undefined)
    return warning('backups', 'BACKUP_TO is not set', 'Set it, or let something else run: npm run backup (docs/backup.md).');
  const [last] = listBackups(BACKUP_TO);
  return judgeBackups(last?.madeAt ?? null, BACKUP_EVERY, now);
}

/** What there is to say of the last backup, if one is made every so many hours. */
export function judgeBackups(last: Date | null, every: number, now: Date): Finding {
  if (!last)
    return warning(
      'backups',
      'none has been made yet',
      'Veld makes the first one within an hour of its start. Look for errors in the log.',
    );
  const hours = Math.round((now.getTime() - last.getTime()) / HOUR_MS);
  const text = `the last one is ${hours} hours old`;
  return hours > 2 * every + 1
    ? fault('backups', text, 'Look for errors of the job in the log, and at the free space of BACKUP_TO.')
    : good('backups', text);
}

/** Writes, reads and removes a small file, as the server does with photos. */
async function lookAtStore(bucket: FileStore | null): Promise<Finding[]> {
  if (!bucket) return [good('photo store', 'on the disk')];
  const key = `doctor/${randomUUID()}`;
  const bytes = Buffer.from('Veld looks whether files arrive.');
  try {
    await bucket.write(key, bytes);
    const isSame = (await buffer(bucket.read(key))).equals(bytes);
    await bucket.remove(key);
    return isSame
      ? [good('photo store', 'the bucket of S3_URL keeps what it gets')]
      : [fault('photo store', 'the bucket of S3_URL gives other bytes than it got', 'Do not use it.')];
  } catch (error) {
    return [fault('photo store', (error as Error).message, 'Look at S3_URL, the rights of its key, and the service.')];
  }
}

function lookAtKeys({ DATA_DIR, SECRET_KEY, PUSH_KEY }: Config): Finding[] {
  const found: Finding[] = [];
  const files = [...(PUSH_KEY ? [] : ['push.key']), ...(SECRET_KEY ? [] : ['secret.key'])];
  for (const name of files) {
    const path = join(DATA_DIR, name);
    if (!existsSync(path)) {
      found.push(
        warning('keys', `${name} is not there`, 'It is made at the first start. If Veld has run before, restore it from the backup.'),
      );
      continue;
    }
    const isOpen = (statSync(path).mode & 0o077) !== 0;
    found.push(
      isOpen
        ? fault('keys', `other accounts can read ${name}`, `Run: chmod 600 ${path}`)
        : good('keys', `${name} is there and only its account can read it`),
    );
  }
  if (SECRET_KEY) found.push(good('keys', 'SECRET_KEY is set'));
  if (PUSH_KEY) found.push(good('keys', 'PUSH_KEY is set'));
  return found;
}
