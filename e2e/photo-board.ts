import type { Page } from '@playwright/test';

/** The number of photos of each record on the photo board, in order. */
export async function photosOnBoard(page: Page): Promise<number[]> {
  const cards = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2 }) });
  return cards.evaluateAll((list) => list.map((card) => card.querySelectorAll('button[aria-pressed]').length));
}
