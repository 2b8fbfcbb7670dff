import { createStore } from 'zustand/vanilla';
import type { UserDatabase } from '../../../local/db/database';
import type { LocalPhoto } from '../../../local/db/rows';
import { readPhoto, refusalOf } from '../../media/data';
import type { RefusedPhoto } from '../../recording/photos/use-photo-reading';
import { addToBoard } from '../board/board-actions';
import { boardSetting } from '../board/board-setting';
import type { Sharing } from '../board/board-values';

/** How many photos may be picked at once. */
export const MOST_PHOTOS = 200;

/** A file that waits on the device until it is on the board, and whose photo's id is known before. */
export interface WaitingFile {
  name: string;
  photoId: string;
  /** Its bytes; null where it waits no longer. */
  open(): Promise<File | null>;
  /** It is on the board, or never can be. */
  remove(): Promise<void>;
}

type Given = File | WaitingFile;
const isWaiting = (file: Given): file is WaitingFile => 'photoId' in file;

/** Goes on while the person looks at other screens; ends with the page. */
export interface Reading {
  /** Whose photos they are; null before any were picked. */
  userId: string | null;
  isRunning: boolean;
  total: number;
  done: number;
  /** The file that is being read. */
  name: string | null;
  refused: RefusedPhoto[];
  /** Names of photos whose decoder could not be fetched now. */
  keptAsIs: string[];
  /** How many were picked beyond what one go takes, and how many were left when the person stopped it. */
  beyond: number;
  stopped: number;
  /** How many of those on the board had waited on the device. */
  shared: number;
}

export const NO_READING: Reading = {
  userId: null,
  isRunning: false,
  total: 0,
  done: 0,
  name: null,
  refused: [],
  keptAsIs: [],
  beyond: 0,
  stopped: 0,
  shared: 0,
};

export const reading = createStore<Reading>(() => NO_READING);

let isStopping = false;

/** After the photo that is being read. */
export function stopReading(): void {
  isStopping = true;
}

/** What there was to say of the last reading has been read. */
export function forgetReading(): void {
  if (!reading.getState().isRunning) reading.setState(NO_READING);
}

/** What was picked has to be picked again after the page is gone; what waits on the device has not. */
const askBeforeLeaving = (event: BeforeUnloadEvent) => {
  if (picked.done < picked.wanted) event.preventDefault();
};

/**
 * Reads files onto the board, picked ones and such as wait on the device, one at a time, so that no more than one is in memory;
 * each is on the disk before the next is read. More that come meanwhile are read after them.
 */
export async function readOntoBoard(
  database: UserDatabase,
  files: readonly Given[],
  sharing: Sharing,
  read: (file: File) => Promise<LocalPhoto> = readPhoto,
): Promise<void> {
  const taken = files.slice(0, MOST_PHOTOS);
  const beyond = files.length - taken.length;
  const { userId, isRunning } = reading.getState();
  if (isRunning && userId === database.userId) {
    queue.push(...taken);
    picked.wanted += countPicked(taken);
    reading.setState((now) => ({ total: now.total + taken.length, beyond: now.beyond + beyond }));
    return;
  }
  if (isRunning || taken.length === 0) return;
  isStopping = false;
  queue.splice(0, queue.length, ...taken);
  picked = { wanted: countPicked(taken), done: 0 };
  reading.setState({ ...NO_READING, userId: database.userId, isRunning: true, total: taken.length, beyond });
  globalThis.addEventListener?.('beforeunload', askBeforeLeaving);
  try {
    await withLock(database, () => readQueue(database, sharing, read));
  } finally {
    globalThis.removeEventListener?.('beforeunload', askBeforeLeaving);
    reading.setState({ isRunning: false, name: null, stopped: queue.length });
    queue.length = 0;
    picked = { wanted: 0, done: 0 };
  }
}

const queue: Given[] = [];
let picked = { wanted: 0, done: 0 };
const countPicked = (files: readonly Given[]) => files.filter((file) => !isWaiting(file)).length;

async function readQueue(database: UserDatabase, sharing: Sharing, read: (file: File) => Promise<LocalPhoto>): Promise<void> {
  for (let file = queue.shift(); file; file = queue.shift()) {
    reading.setState({ name: file.name });
    if (isWaiting(file)) await takeWaiting(database, file, sharing, read);
    else {
      await note(database, picked);
      await take(database, file, sharing, read);
      picked.done++;
    }
    reading.setState(({ done }) => ({ done: done + 1 }));
    if (isStopping) break;
  }
  await note(database, null);
}

/** Only for the case of a crash; a device that cannot note it can still take photos in, or says why not. */
async function note(database: UserDatabase, state: { wanted: number; done: number } | null): Promise<void> {
  await boardSetting
    .update(database, (before) => ({ ...before, reading: state }))
    .catch((error: unknown) => console.error('Photos', error));
}

/** Null where it is on the board, else why it is not. */
async function take(
  database: UserDatabase,
  file: File,
  sharing: Sharing,
  read: (file: File) => Promise<LocalPhoto>,
  id?: string,
): Promise<RefusedPhoto['reason'] | null> {
  try {
    const photo = await read(file);
    const { gap } = await boardSetting.read(database);
    await addToBoard(database, id ? { ...photo, id } : photo, gap, sharing);
    if (photo.type === 'image/heic' && !photo.preview) reading.setState(({ keptAsIs }) => ({ keptAsIs: [...keptAsIs, file.name] }));
    return null;
  } catch (error) {
    return refuse(file.name, error);
  }
}

function refuse(name: string, error: unknown): RefusedPhoto['reason'] {
  const reason = refusalOf(error) ?? 'storage';
  if (reason === 'storage') console.error('Photos', error);
  reading.setState(({ refused }) => ({ refused: [...refused, { name, reason }] }));
  return reason;
}

/** Stays on the device until it is on the board; what could be there another time goes on waiting. */
async function takeWaiting(
  database: UserDatabase,
  file: WaitingFile,
  sharing: Sharing,
  read: (file: File) => Promise<LocalPhoto>,
): Promise<void> {
  let reason: RefusedPhoto['reason'] | null;
  try {
    const bytes = await file.open();
    if (!bytes) return;
    reason = await take(database, bytes, sharing, read, file.photoId);
  } catch (error) {
    reason = refuse(file.name, error);
  }
  if (reason === null) reading.setState(({ shared }) => ({ shared: shared + 1 }));
  if (reason === 'storage' || reason === 'insecure') return;
  await file.remove().catch((error: unknown) => console.error('Photos', error));
}

const lockOf = (database: UserDatabase) => `veld-photo-board-${database.userId}`;

async function withLock<T>(database: UserDatabase, work: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks;
  return locks ? ((await locks.request(lockOf(database), work)) as T) : work();
}

/** A reading that was cut off by a crash or a reload, here or in another tab that is gone; null while one goes on. */
export async function cutOffReading(database: UserDatabase): Promise<{ wanted: number; done: number } | null> {
  const { reading: noted } = await boardSetting.read(database);
  if (!noted || reading.getState().isRunning) return null;
  const locks = globalThis.navigator?.locks;
  const isFree = locks ? await locks.request(lockOf(database), { ifAvailable: true }, (lock) => lock !== null) : true;
  return isFree ? noted : null;
}
