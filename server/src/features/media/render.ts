import { fork } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Crop, MAX_MEDIA_PIXELS, MEDIA_SIZES } from '@veld/contract';
import type { ResizeAnswer, ResizeOrder } from './resize.ts';

export interface Rendered {
  /** Of the whole picture, upright. */
  width: number;
  height: number;
  thumbhash: string;
  /** Finished files by size, in the folder passed to `render`. */
  paths: Record<number, string>;
}

/** The picture cannot be read: a fault of the picture, not of the machine. */
export class Unreadable extends Error {}

export interface RenderOptions {
  /** The program of the child process. */
  program?: string;
  timeLimitMs?: number;
  /** The part to show; all of it by default. */
  crop?: Crop;
}

const TIME_LIMIT_MS = 30_000;
const MAX_MEMORY = 1_200_000_000;

/**
 * Renders the display sizes of a picture in a child process and passes them to `use`, after which they are deleted. Throws
 * `Unreadable` when the picture crashes the child, exceeds the pixel limit, or takes over 30 s.
 */
export async function render<T>(
  input: string,
  workFolder: string,
  use: (rendered: Rendered) => Promise<T>,
  options: RenderOptions = {},
): Promise<T> {
  await mkdir(workFolder, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(workFolder, 'photo-'));
  try {
    const answer = await resizeInChild(
      { input, folder, sizes: [...MEDIA_SIZES], crop: options.crop ?? null, maxPixels: MAX_MEDIA_PIXELS, maxMemory: MAX_MEMORY },
      options,
    );
    if ('fault' in answer) throw new Unreadable(answer.fault);
    return await use({ ...answer, paths: Object.fromEntries(MEDIA_SIZES.map((size) => [size, join(folder, `${size}.webp`)])) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function resizeInChild(order: ResizeOrder, options: RenderOptions): Promise<ResizeAnswer> {
  return new Promise((resolve, reject) => {
    const child = fork(options.program ?? join(import.meta.dirname, 'resize.ts'), [], {
      execArgv: ['--max-old-space-size=256'],
      // The child decodes untrusted bytes, so it gets none of the server's settings.
      env: { PATH: process.env.PATH ?? '' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    let answer: ResizeAnswer | null = null;
    const limit = setTimeout(() => child.kill('SIGKILL'), options.timeLimitMs ?? TIME_LIMIT_MS);
    child.once('message', (message) => (answer = message as ResizeAnswer));
    child.once('error', (error) => {
      clearTimeout(limit);
      reject(error);
    });
    child.once('exit', (code, signal) => {
      clearTimeout(limit);
      if (answer) resolve(answer);
      else reject(new Unreadable(`the child ended with ${signal ?? code}`));
    });
    child.send(order, (error) => {
      if (error) child.kill('SIGKILL');
    });
  });
}
