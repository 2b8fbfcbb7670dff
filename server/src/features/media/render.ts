import { fork } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Crop, MAX_MEDIA_PIXELS, MEDIA_SIZES } from '@veld/contract';
import type { Context } from '../../http/context.ts';
import type { ResizeResult } from './resize.ts';
import type { ProcessRequest } from './resize-process.ts';

export interface Rendered {
  /** Size of the whole, upright picture in pixels. */
  width: number;
  height: number;
  thumbhash: string;
  /** The rendered files by size; temporary files in a subfolder of `workFolder`. */
  paths: Record<number, string>;
}

/** The picture is damaged, too large or in an unsupported format. Other errors are those of the server. */
export class UnreadablePicture extends Error {}

export interface RenderOptions {
  /** The module that the child process runs. */
  program?: string;
  timeLimitMs?: number;
  /** The part to render; the whole picture by default. */
  crop?: Crop;
}

const TIME_LIMIT_MS = 30_000;
const MAX_MEMORY_BYTES = 1_200_000_000;

/** As `render`, for a picture in base64. It is on the disk only meanwhile, in the folder that `cleanUp` empties. */
export async function renderBase64<T>(
  { config }: Pick<Context, 'config'>,
  base64: string,
  use: (rendered: Rendered) => Promise<T>,
): Promise<T> {
  const work = join(config.DATA_DIR, 'work');
  await mkdir(work, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(work, 'picture-'));
  try {
    const input = join(folder, 'original');
    await writeFile(input, Buffer.from(base64, 'base64'), { mode: 0o600 });
    return await render(input, work, use);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Renders the display sizes of a picture in a child process, passes them to `use`, and then deletes them. Throws
 * `UnreadablePicture` if the picture cannot be decoded, crashes the child, exceeds the pixel limit, or takes longer than 30 s.
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
    const result = await resizeInChild(
      { input, folder, sizes: [...MEDIA_SIZES], crop: options.crop ?? null, maxPixels: MAX_MEDIA_PIXELS, maxMemory: MAX_MEMORY_BYTES },
      options,
    );
    if ('fault' in result) throw new UnreadablePicture(result.fault);
    return await use({ ...result, paths: Object.fromEntries(MEDIA_SIZES.map((size) => [size, join(folder, `${size}.webp`)])) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function resizeInChild(request: ProcessRequest, options: RenderOptions): Promise<ResizeResult> {
  return new Promise((resolve, reject) => {
    const child = fork(options.program ?? join(import.meta.dirname, 'resize-process.ts'), [], {
      execArgv: ['--max-old-space-size=256'],
      // The child decodes untrusted bytes, so it does not get the server's settings.
      env: { PATH: process.env.PATH ?? '' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    let result: ResizeResult | null = null;
    const timeout = setTimeout(() => child.kill('SIGKILL'), options.timeLimitMs ?? TIME_LIMIT_MS);
    child.once('message', (message) => (result = message as ResizeResult));
    child.once('error', (error) => {
      clearTimeout(timeout);
      reject(error);
    });
    child.once('exit', (code, signal) => {
      clearTimeout(timeout);
      if (result) resolve(result);
      else reject(new UnreadablePicture(`the child exited with ${signal ?? code}`));
    });
    child.send(request, (error) => {
      if (error) child.kill('SIGKILL');
    });
  });
}
