import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { createServer, type ViteDevServer } from 'vite';
import { browserArguments, browserPath } from '../browser.ts';
import { killProfileProcesses } from '../kill-processes.ts';
import { type RunningVeld, startVeld } from '../server.ts';
import { timeLimit } from '../time-limit.ts';

export interface BrowserKilled {
  kills: number;
  acknowledged: number;
  lost: number;
  torn: number;
}

interface Options {
  kills: number;
  random: () => number;
  /** Starts a server without accounts. */
  start?: () => Promise<RunningVeld>;
}

const PHOTO_BYTES = 200_000;
/** How long the first record of a round may take. */
const FIRST_RECORD_MS = timeLimit(60_000);

/**
 * Saves records with photos in a loop, with the app's own code in a real browser, and kills the browser at random moments. After each
 * start it counts acknowledged records that are gone (`lost`) and rows that lack their counterpart: record, photo or operation (`torn`).
 */
export async function killBrowser({ kills, random, start = startVeld }: Options): Promise<BrowserKilled> {
  const veld = await start();
  const vite = await serveSources(veld);
  const profile = mkdtempSync(join(tmpdir(), 'veld-profile-'));
  const acknowledged = new Set<string>();
  const result: BrowserKilled = { kills: 0, acknowledged: 0, lost: 0, torn: 0 };
  const address = `http://127.0.0.1:${vite.config.server.port}/welcome`;
  try {
    for (let round = 0; round <= kills; round++) {
      const context = await open(profile);
      const page = await context.newPage();
      const first = Promise.withResolvers<void>();
      await page.exposeFunction('acknowledge', (id: string) => {
        acknowledged.add(id);
        first.resolve();
      });
      await page.goto(address);
      if (round === 0) await inPage(page, 'registerAnna');
      const state = await readDevice(page);
      result.lost = [...acknowledged].filter((id) => !state.records.includes(id)).length;
      result.torn += state.torn;
      if (round === kills) {
        await context.close();
        break;
      }
      inPage(page, 'saveForEver', { bytes: PHOTO_BYTES, taxonId: 1001 }).catch(() => undefined);
      // A slow machine takes seconds for the first record; the kill comes in one of the next.
      await Promise.race([first.promise, sleep(FIRST_RECORD_MS, undefined, { ref: false })]);
      await sleep(random() * 1600);
      killProfileProcesses(profile);
      result.kills++;
      await context.close().catch(() => undefined);
      await sleep(200);
      process.stdout.write(`\rbrowser kill ${result.kills}/${kills}, ${acknowledged.size} acknowledged `);
    }
    process.stdout.write('\n');
    result.acknowledged = acknowledged.size;
    return result;
  } finally {
    await vite.close();
    await veld.remove();
    rmSync(profile, { recursive: true, force: true });
  }
}

/** Without a session, the page is loaded again, as a person would: right after a kill, the browser may not have opened its storage yet. */
async function readDevice(page: Page): Promise<{ records: string[]; torn: number }> {
  const read = () => inPage(page, 'stateOfDevice') as Promise<{ records: string[]; torn: number } | null>;
  const state = await read();
  if (state) return state;
  process.stdout.write('nobody was logged in at first ');
  await page.reload();
  return (await read()) ?? { records: [], torn: 0 };
}

/** Serves the app's sources as modules, so that the page can call the same functions as the screens. */
async function serveSources(veld: RunningVeld): Promise<ViteDevServer> {
  process.env.VELD_API = veld.url;
  const root = resolve(import.meta.dirname, '../../web');
  const vite = await createServer({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'error',
    server: { port: 45_173, strictPort: false, host: '127.0.0.1', hmr: false },
  });
  await vite.listen();
  return vite;
}

function open(profile: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, { executablePath: browserPath(), args: browserArguments, headless: true });
}

/** Calls a function of web/src/testing/prove-page.ts in the page. */
function inPage(page: Page, name: string, options?: unknown): Promise<unknown> {
  return page.evaluate(
    async ({ module, name: called, options: given }) => {
      const functions = (await import(module)) as Record<string, (...args: unknown[]) => Promise<unknown>>;
      return functions[called]!(given, (globalThis as unknown as Record<string, unknown>).acknowledge);
    },
    { module: '/src/testing/prove-page.ts', name, options },
  );
}
