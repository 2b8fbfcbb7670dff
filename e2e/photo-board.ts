import type { Page } from '@playwright/test';

/** How many photos each record on the board of imported photos has, in order. */
export async function photosOnBoard(page: Page): Promise<number[]> {
  const cards = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2 }) });
  return cards.evaluateAll((list) => list.map((card) => card.querySelectorAll('button[aria-pressed]').length));
}
