import type { Page } from '@playwright/test';
import { photoTaken } from './photo.ts';

/** The number of photos of each record on the photo board, in order. */
export async function photosOnBoard(page: Page): Promise<number[]> {
  const cards = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2 }) });
  return cards.evaluateAll((list) => list.map((card) => card.querySelectorAll('button[aria-pressed]').length));
}

export const HERE = { latitude: 52.5, longitude: 4.75 };

/** Photos some minutes apart, of which the first two belong together and the sixth has no place. */
export function takenOnOuting(count: number): Promise<Buffer[]> {
  const photos = Array.from({ length: count }, (_, index) => {
    const minutes = index < 2 ? 0 : (index - 1) * 7;
    const clock = [8 + Math.floor(minutes / 60), minutes % 60, index === 1 ? 20 : 0].map((part) => String(part).padStart(2, '0'));
    return photoTaken(`2026-05-17 ${clock.join(':')}`, index === 5 ? null : HERE);
  });
  return Promise.all(photos);
}

/** Chooses files in the dialog that `press` opens. */
export async function pickFiles(page: Page, press: () => Promise<void>, photos: readonly Buffer[]): Promise<void> {
  const picking = page.waitForEvent('filechooser');
  await press();
  const files = photos.map((buffer, index) => ({ name: `IMG_${index}.JPG`, mimeType: 'image/jpeg', buffer }));
  await (await picking).setFiles(files);
}
