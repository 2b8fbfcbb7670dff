import type { Context } from '../../http/context.ts';
import { renderBase64, UnreadablePicture } from '../media/render.ts';
import { forbidContact, listOldScreenshots, listScreenshots, removeUserFeedback, setScreenshot } from './store.ts';

/** The display size that is kept, in pixels of the longest edge. */
const SIZE = 1600;
const KEPT_MS = 90 * 86_400_000;

export function screenshotKey(id: string): string {
  return `feedback/${id.slice(0, 2)}/${id}.webp`;
}

/**
 * Stores the screenshot of feedback, encoded again and without metadata. Like photos, it is decoded in a process of its own; what is
 * no picture is left out, so that the message arrives all the same. Idempotent.
 */
export async function storeScreenshot(context: Context, id: string, picture: { person: string; base64: string }): Promise<boolean> {
  try {
    await renderBase64(context, picture, ({ paths }) => context.files.moveIn(screenshotKey(id), paths[SIZE]));
    await setScreenshot(context.db, id, true);
    return true;
  } catch (error) {
    if (error instanceof UnreadablePicture) return false;
    throw error;
  }
}

export async function removeScreenshots({ db, files }: Pick<Context, 'db' | 'files'>, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await files.remove(screenshotKey(id));
    await setScreenshot(db, id, false);
  }
}

/** Removes screenshots 90 days after their feedback was closed, and those of erased accounts. */
export async function removeOldScreenshots(context: Pick<Context, 'db' | 'files' | 'now'>): Promise<void> {
  await removeScreenshots(context, await listOldScreenshots(context.db, new Date(context.now().getTime() - KEPT_MS)));
}

/** Erases the pictures that a person sent, which may show anything; the words stay with the team, who may no longer write to them. */
export async function eraseScreenshots(context: Pick<Context, 'db' | 'files'>, userId: string): Promise<void> {
  await removeScreenshots(context, await listScreenshots(context.db, userId));
  await forbidContact(context.db, userId);
}

/** Erases a person's feedback. Idempotent. */
export async function eraseFeedback(context: Pick<Context, 'db' | 'files'>, userId: string): Promise<void> {
  await removeScreenshots(context, await listScreenshots(context.db, userId));
  await removeUserFeedback(context.db, userId);
}
