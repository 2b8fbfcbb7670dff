import { createStore } from 'zustand/vanilla';
import type { UserDatabase } from '../../../local/db/database';
import type { LocalPhoto } from '../../../local/db/rows';
import { readPhoto, findRefusal } from '../../../shared/media/read-photo';
import type { RefusedPhoto } from '../../recording/photos/use-photo-reading';
import { addToBoard } from '../board/board-actions';
import { boardSetting } from '../board/board-setting';
import type { Sharing } from '../board/board-values';

/** Maximum number of photos per import. */
export const MAX_PHOTOS = 200;

/** A stored file that is removed once it is on the board. The photo's id is known in advance, so that a retry adds it once. */
export interface WaitingFile {
  name: string;
  photoId: string;
  /** The file; null if it is no longer stored. */
  open(): Promise<File | null>;
  /** Called once the file is on the board or can never be. */
  remove(): Promise<void>;
}

type QueuedFile = File | WaitingFile;
const isWaiting = (file: QueuedFile): file is WaitingFile => 'photoId' in file;

/** The progress of an import, which continues while other screens are shown. */
export interface Reading {
  /** Owner of the photos; null before the first import. */
  userId: string | null;
  isRunning: boolean;
  total: number;
  done: number;
  /** Name of the file being read. */
  name: string | null;
  refused: RefusedPhoto[];
  /** Names of photos stored unconverted because the decoder could not be fetched. */
  keptAsIs: string[];
  /** How many photos exceeded the limit, and how many were unread when the user stopped. */
  overLimit: number;
  stopped: number;
  /** How many of the photos added were shared files. */
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
  overLimit: 0,
  stopped: 0,
  shared: 0,
};

export const reading = createStore<Reading>(() => NO_READING);

let isStopping = false;

/** Stops after the current photo. */
export function stopReading(): void {
  isStopping = true;
}

/** Clears the result of the last import. */
export function resetReading(): void {
  if (!reading.getState().isRunning) reading.setState(NO_READING);
}

/** Picked files are lost with the page; shared files are stored. */
const confirmLeaving = (event: BeforeUnloadEvent) => {
  if (picked.done < picked.wanted) event.preventDefault();
};

/**
 * Adds picked and shared files to the board, one at a time: only one is in memory, and each is stored before the next is read.
 * Files added during an import join its queue.
 */
export async function readOntoBoard(
  database: UserDatabase,
  files: readonly QueuedFile[],
  sharing: Sharing,
  read: (file: File) => Promise<LocalPhoto> = readPhoto,
): Promise<void> {
  const taken = files.slice(0, MAX_PHOTOS);
  const overLimit = files.length - taken.length;
  const { userId, isRunning } = reading.getState();
  if (isRunning && userId === database.userId) {
    queue.push(...taken);
    picked.wanted += countPicked(taken);
    reading.setState((now) => ({ total: now.total + taken.length, overLimit: now.overLimit + overLimit }));
    return;
  }
  if (isRunning || taken.length === 0) return;
  isStopping = false;
  queue.splice(0, queue.length, ...taken);
  picked = { wanted: countPicked(taken), done: 0 };
  reading.setState({ ...NO_READING, userId: database.userId, isRunning: true, total: taken.length, overLimit });
  globalThis.addEventListener?.('beforeunload', confirmLeaving);
  try {
    await withLock(database, () => readQueue(database, sharing, read));
  } finally {
    globalThis.removeEventListener?.('beforeunload', confirmLeaving);
    reading.setState({ isRunning: false, name: null, stopped: queue.length });
    queue.length = 0;
    picked = { wanted: 0, done: 0 };
  }
}

const queue: QueuedFile[] = [];
let picked = { wanted: 0, done: 0 };
const countPicked = (files: readonly QueuedFile[]) => files.filter((file) => !isWaiting(file)).length;

async function readQueue(database: UserDatabase, sharing: Sharing, read: (file: File) => Promise<LocalPhoto>): Promise<void> {
  for (let file = queue.shift(); file; file = queue.shift()) {
    reading.setState({ name: file.name });
    if (isWaiting(file)) await addWaiting(database, file, sharing, read);
    else {
      await saveProgress(database, picked);
      await addPhoto(database, file, sharing, read);
      picked.done++;
    }
    reading.setState(({ done }) => ({ done: done + 1 }));
    if (isStopping) break;
  }
  await saveProgress(database, null);
}

/** Stores the progress for after a crash. A failure is only logged: adding photos may still work, or reports why not. */
async function saveProgress(database: UserDatabase, state: { wanted: number; done: number } | null): Promise<void> {
  await boardSetting
    .update(database, (before) => ({ ...before, reading: state }))
    .catch((error: unknown) => console.error('Photos', error));
}

/** Returns null once the photo is on the board, or why it was refused. */
async function addPhoto(
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
  const reason = findRefusal(error) ?? 'storage';
  if (reason === 'storage') console.error('Photos', error);
  reading.setState(({ refused }) => ({ refused: [...refused, { name, reason }] }));
  return reason;
}

/** Keeps the stored file if a later attempt may succeed. */
async function addWaiting(
  database: UserDatabase,
  file: WaitingFile,
  sharing: Sharing,
  read: (file: File) => Promise<LocalPhoto>,
): Promise<void> {
  let reason: RefusedPhoto['reason'] | null;
  try {
    const bytes = await file.open();
    if (!bytes) return;
    reason = await addPhoto(database, bytes, sharing, read, file.photoId);
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
  return locks ? await locks.request(lockOf(database), work) : work();
}

/** The import interrupted by a crash or reload, in this or a closed tab; null if none, or while one is running. */
export async function interruptedReading(database: UserDatabase): Promise<{ wanted: number; done: number } | null> {
  const { reading: stored } = await boardSetting.read(database);
  if (!stored || reading.getState().isRunning) return null;
  const locks = globalThis.navigator?.locks;
  const isFree = locks ? await locks.request(lockOf(database), { ifAvailable: true }, (lock) => lock !== null) : true;
  return isFree ? stored : null;
}
