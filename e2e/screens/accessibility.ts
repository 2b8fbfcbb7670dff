import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { drawn } from './layout.ts';

/** What axe finds on the page, whether serious or minor, in light and in dark. Leaves the page light. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await drawn(page);
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
    // Chromium leaves what `content-visibility` skips, below the edge of the screen, in the colours of the theme before.
    await page.evaluate(() => {
      for (const part of document.querySelectorAll<HTMLElement>('#content *'))
        if (getComputedStyle(part).contentVisibility === 'auto') part.style.contentVisibility = 'visible';
    });
    // Only colours differ between the themes.
    if (theme === 'dark') axe.withRules(['color-contrast', 'link-in-text-block']);
    const { violations } = await axe.analyze();
    for (const { id, help, nodes } of violations)
      faults.push(`${theme}: ${id}, ${help}: ${nodes.map(({ target }) => String(target)).join(' and ')}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return faults;
}
