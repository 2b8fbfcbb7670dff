import { statfs } from 'node:fs/promises';

/** What everything that can wait leaves free on the disk of the data folder, so that records and photos can still be saved. */
export const RESERVE_BYTES = 300_000_000;

/** The bytes that are free on the disk of a folder, for the account that runs this process. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
