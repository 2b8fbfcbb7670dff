import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';

export interface Shot {
  screen: string;
  state: string;
  width: number;
  theme: 'light' | 'dark';
  file: string;
}

const escape = (text: string) => text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);

/** Writes `index.html`, a page with all screenshots, one row per screen, and `sheet.png`, a screenshot of that page. */
export async function writeSheet(browser: Browser, folder: string, shots: readonly Shot[]): Promise<void> {
  const screens = [...new Set(shots.map(({ screen }) => screen))];
  const rows = screens.map((screen) => {
    const figures = shots
      .filter((shot) => shot.screen === screen)
      .map(
        ({ file, state, width, theme }) =>
          `<figure><a href="${escape(file)}"><img loading="eager" src="${escape(file)}" style="width:${Math.round(width / 4)}px" alt=""></a><figcaption>${escape(`${state}, ${width}, ${theme}`)}</figcaption></figure>`,
      );
    return `<h2>${escape(screen)}</h2><div>${figures.join('')}</div>`;
  });
  const page = `<!doctype html><meta charset="utf-8"><title>Screens</title><style>
body{font:14px/1.4 system-ui,sans-serif;margin:24px;background:#ddd8cc;color:#222}
div{display:flex;flex-wrap:wrap;gap:12px;align-items:flex-start}
figure{margin:0}img{display:block;border:1px solid #999;max-height:900px;object-fit:cover;object-position:top}
figcaption{font-size:11px}h2{margin:24px 0 8px}</style>${rows.join('\n')}\n`;
  writeFileSync(join(folder, 'index.html'), page);
  const tab = await browser.newPage({ viewport: { width: 2400, height: 1200 } });
  await tab.goto(`file://${join(folder, 'index.html')}`);
  // Chromium limits the height of a screenshot; the page has the rest.
  const height = Math.min(16_000, await tab.evaluate(() => document.documentElement.scrollHeight));
  await tab.setViewportSize({ width: 2400, height });
  await tab.screenshot({ path: join(folder, 'sheet.png') });
  await tab.close();
}
