import { readFile } from 'node:fs/promises';
import type { Context } from '../../http/context.ts';
import { invalid } from '../../http/fault.ts';
import { renderBase64, UnreadablePicture } from '../media/render.ts';

const SIZE = 512;
/** How much longer than wide a square may be: a pixel of rounding. */
const SQUARE = 0.01;

/** A picture as it is stored: a WebP without metadata. Throws 422 for what is no readable square picture. */
export async function renderPortrait(context: Context, person: string, picture: string): Promise<Buffer> {
  try {
    return await renderBase64(context, { person, base64: picture }, async ({ width, height, paths }) => {
      if (Math.abs(width - height) > Math.max(1, SQUARE * width)) throw invalid('picture', 'picture');
      return readFile(paths[SIZE]!);
    });
  } catch (error) {
    if (error instanceof UnreadablePicture) throw invalid('picture', 'picture');
    throw error;
  }
}
