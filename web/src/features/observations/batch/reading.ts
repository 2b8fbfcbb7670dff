import { createStore } from 'zustand/vanilla';
import type { UserDatabase } from '../../../local/database';
import type { LocalPhoto } from '../../../local/rows';
import { readPhoto, refusalOf } from '../../media/data';
import type { RefusedPhoto } from '../use-observe-form';
import { addToBoard } from './board-actions';
import { boardSetting, changeSetting } from './board-setting';
import type { Sharing } from './board-values';

/** How many photos may be picked at once. */
export const MOST_PHOTOS = 200;

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

const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

/**
 * Reads picked files onto the board, one at a time, so that no more than one is in memory; each is on the disk before the next is
 * read. More that are picked meanwhile are read after them.
 */
export async function readOntoBoard(
  database: UserDatabase,
  files: readonly File[],
  sharing: Sharing,
  read: (file: File) => Promise<LocalPhoto> = readPhoto,
): Promise<void> {
  const taken = files.slice(0, MOST_PHOTOS);
  const beyond = files.length - taken.length;
  const { userId, isRunning } = reading.getState();
  if (isRunning && userId === database.userId) {
    queue.push(...taken);
    reading.setState((now) => ({ total: now.total + taken.length, beyond: now.beyond + beyond }));
    return;
  }
  if (isRunning || taken.length === 0) return;
  isStopping = false;
  queue.splice(0, queue.length, ...taken);
  reading.setState({ ...NO_READING, userId: database.userId, isRunning: true, total: taken.length, beyond });
  globalThis.addEventListener?.('beforeunload', askBeforeLeaving);
  try {
    await withLock(database, () => readQueue(database, sharing, read));
  } finally {
    globalThis.removeEventListener?.('beforeunload', askBeforeLeaving);
    reading.setState({ isRunning: false, name: null, stopped: queue.length });
    queue.length = 0;
  }
}

const queue: File[] = [];

async function readQueue(database: UserDatabase, sharing: Sharing, read: (file: File) => Promise<LocalPhoto>): Promise<void> {
  for (let file = queue.shift(); file; file = queue.shift()) {
    const { done, total } = reading.getState();
    reading.setState({ name: file.name });
    await note(database, { wanted: total, done });
    await take(database, file, sharing, read);
    reading.setState({ done: done + 1 });
    if (isStopping) break;
  }
  await note(database, null);
}

/** Only for the case of a crash; a device that cannot note it can still take photos in, or says why not. */
async function note(database: UserDatabase, state: { wanted: number; done: number } | null): Promise<void> {
  await changeSetting(database, { reading: state }).catch((error: unknown) => console.error('Photos', error));
}

async function take(database: UserDatabase, file: File, sharing: Sharing, read: (file: File) => Promise<LocalPhoto>): Promise<void> {
  try {
    const photo = await read(file);
    const { gap } = await boardSetting(database);
    await addToBoard(database, photo, gap, sharing);
    if (photo.type === 'image/heic' && !photo.preview) reading.setState(({ keptAsIs }) => ({ keptAsIs: [...keptAsIs, file.name] }));
  } catch (error) {
    const reason = refusalOf(error) ?? 'storage';
    if (reason === 'storage') console.error('Photos', error);
    reading.setState(({ refused }) => ({ refused: [...refused, { name: file.name, reason }] }));
  }
}

const lockOf = (database: UserDatabase) => `veld-photo-board-${database.userId}`;

async function withLock<T>(database: UserDatabase, work: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks;
  return locks ? ((await locks.request(lockOf(database), work)) as T) : work();
}

/** A reading that was cut off by a crash or a reload, here or in another tab that is gone; null while one goes on. */
export async function cutOffReading(database: UserDatabase): Promise<{ wanted: number; done: number } | null> {
  const { reading: noted } = await boardSetting(database);
  if (!noted || reading.getState().isRunning) return null;
  const locks = globalThis.navigator?.locks;
  const isFree = locks ? await locks.request(lockOf(database), { ifAvailable: true }, (lock) => lock !== null) : true;
  return isFree ? noted : null;
}
