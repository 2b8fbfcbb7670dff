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
    // Only colours differ between the themes.
    if (theme === 'dark') axe.withRules(['color-contrast', 'link-in-text-block']);
    let { violations } = await axe.analyze();
    if (violations.length > 0) {
      // On a busy machine, the colours of some parts follow the theme a moment later.
      await page.waitForTimeout(1000);
      ({ violations } = await axe.analyze());
    }
    for (const { id, help, nodes } of violations)
      faults.push(`${theme}: ${id}, ${help}: ${nodes.map(({ target }) => String(target)).join(' and ')}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return faults;
}
