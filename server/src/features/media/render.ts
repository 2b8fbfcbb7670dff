import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Crop, MAX_MEDIA_PIXELS, MEDIA_SIZES } from '@veld/contract';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { countCrash, findRefusal, insertRefusal } from './store.ts';
import type { ResizeResult } from './resize.ts';
import type { ProcessRequest } from './resize-process.ts';

export interface Rendered {
  /** Size of the whole, upright picture in pixels. */
  width: number;
  height: number;
  thumbhash: string;
  /** The rendered files by size; temporary files in a subfolder of `workFolder`. */
  paths: Record<(typeof MEDIA_SIZES)[number], string>;
}

/** The picture is damaged, too large or in an unsupported format. Another attempt gives the same. */
export class UnreadablePicture extends Error {}

/** The child process crashed or took too long: because of the picture, or because the machine is busy. */
export class DecoderStopped extends Error {}

export interface RenderOptions {
  /** The module that the child process runs. */
  program?: string;
  timeLimitMs?: number;
}

export interface RenderRequest {
  /** Whose picture it is, for the queue. */
  person: string;
  input: string;
  /** A file that must be complete; by default the input. */
  original?: string;
  /** The part to render; the whole picture by default. */
  crop?: Crop;
}

/** How often a picture that ends its process is tried, before it is set aside (docs/faults.md S20). */
export const MAX_TRIES = 3;
const TIME_LIMIT_MS = 30_000;
const MAX_MEMORY_BYTES = 1_200_000_000;
const RETRY_AFTER_S = 30;

/**
 * Renders a picture that came with a request, in base64. It is on the disk only meanwhile, in the folder that `cleanUp` empties. Throws
 * `UnreadablePicture` for what is no picture, also, without decoding it, if it was refused before; and `unavailable` if too many
 * pictures are waiting, or if decoding took too long.
 */
export async function renderBase64<T>(
  context: Context,
  { person, base64 }: { person: string; base64: string },
  use: (rendered: Rendered) => Promise<T>,
): Promise<T> {
  const bytes = Buffer.from(base64, 'base64');
  const sha256 = createHash('sha256').update(bytes).digest();
  const refusal = await findRefusal(context.db, sha256);
  if (refusal !== null) throw new UnreadablePicture(refusal);
  return context.pictures.run(person, async () => {
    const work = join(context.config.DATA_DIR, 'work');
    await mkdir(work, { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(join(work, 'picture-'));
    try {
      const input = join(folder, 'original');
      await writeFile(input, bytes, { mode: 0o600 });
      return await renderNow({ person, input }, work, use, context.decoder);
    } catch (error) {
      const now = context.now();
      if (error instanceof UnreadablePicture) await insertRefusal(context.db, sha256, error.message, now);
      if (!(error instanceof DecoderStopped)) throw error;
      context.log.warn({ reason: error.message }, 'picture could not be decoded');
      if (await countCrash(context.db, sha256, { reason: error.message, most: MAX_TRIES, now })) throw new UnreadablePicture(error.message);
      throw new Fault('unavailable', { retryAfter: RETRY_AFTER_S });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

/**
 * Renders the display sizes of a stored picture when it is its turn, passes them to `use`, and then deletes them. Throws
 * `UnreadablePicture` if the picture cannot be decoded, is cut off or exceeds the pixel limit, and `DecoderStopped` if it crashes the
 * child or takes longer than 30 s.
 */
export function render<T>(
  context: Context,
  request: RenderRequest,
  use: (rendered: Rendered) => Promise<T>,
  options: RenderOptions = {},
): Promise<T> {
  const work = join(context.config.DATA_DIR, 'work');
  return context.pictures.runLater(request.person, () => renderNow(request, work, use, { ...context.decoder, ...options }));
}

async function renderNow<T>(
  { input, original = input, crop }: RenderRequest,
  workFolder: string,
  use: (rendered: Rendered) => Promise<T>,
  options: RenderOptions,
): Promise<T> {
  await mkdir(workFolder, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(workFolder, 'photo-'));
  try {
    const request = { input, original, folder, sizes: [...MEDIA_SIZES], crop: crop ?? null, maxPixels: MAX_MEDIA_PIXELS };
    const result = await resizeInChild({ ...request, maxMemory: MAX_MEMORY_BYTES }, options);
    if ('fault' in result) throw new UnreadablePicture(result.fault);
    const path = (size: number) => join(folder, `${size}.webp`);
    return await use({ ...result, paths: { 128: path(128), 512: path(512), 1600: path(1600) } });
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
      else reject(new DecoderStopped(`the child exited with ${signal ?? code}`));
    });
    child.send(request, (error) => {
      if (error) child.kill('SIGKILL');
    });
  });
}
