import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { uuid7 } from '../../db/uuid7.ts';
import type { Context } from '../../http/context.ts';
import { invalid } from '../../http/fault.ts';
import { render, UnreadablePicture } from '../media/render.ts';

const SIZE = 512;
/** How much longer than wide a square may be: a pixel of rounding. */
const SQUARE = 0.01;

/** A picture as it is stored: a WebP without metadata. Throws 422 for what is no readable square picture. */
export async function renderPortrait(context: Context, picture: string): Promise<Buffer> {
  const folder = join(context.config.DATA_DIR, 'work');
  const input = join(context.config.DATA_DIR, `portrait-${uuid7(context.now())}`);
  await writeFile(input, Buffer.from(picture, 'base64'), { mode: 0o600 });
  try {
    return await render(input, folder, async ({ width, height, paths }) => {
      if (Math.abs(width - height) > Math.max(1, SQUARE * width)) throw new UnreadablePicture('not square');
      return readFile(paths[SIZE]!);
    });
  } catch (error) {
    if (error instanceof UnreadablePicture) throw invalid('picture', 'picture');
    throw error;
  } finally {
    await rm(input, { force: true });
  }
}
