import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { browserArguments, browserPath } from '../../e2e/browser.ts';
import type { Ask, Timed } from './page/side.ts';

/** A browser profile for one side, and its page. */
export class Device {
  readonly folder = mkdtempSync(join(tmpdir(), 'veld-bench-profile-'));
  readonly #url: string;
  readonly side: string;
  #context: BrowserContext | null = null;
  #page: Page | null = null;

  constructor(url: string, side: string) {
    this.#url = url;
    this.side = side;
  }

  /**
   * Starts a new browser on the profile and opens the side's page. With `first`, runs that query as soon as possible and
   * returns the milliseconds from navigation to its result.
   */
  async start(first?: string): Promise<number> {
    await this.stop();
    this.#context = await chromium.launchPersistentContext(this.folder, {
      executablePath: browserPath(),
      args: [...browserArguments, '--js-flags=--expose-gc'],
      handleSIGINT: false,
      handleSIGTERM: false,
    });
    this.#page = this.#context.pages()[0] ?? (await this.#context.newPage());
    const address = new URLSearchParams({ side: this.side, ...(first === undefined ? {} : { first }) });
    await this.#page.goto(`${this.#url}/?${address}`);
    if (first === undefined) return 0;
    const { found, at } = await this.#page.evaluate(() => (globalThis as unknown as Benched).first);
    if (found === 0) throw new Error(`${this.side} found nothing for ${first}`);
    return at;
  }

  async ask(ask: { what: 'import'; pages: string[]; total: number }): Promise<number>;
  async ask(ask: { what: 'queries'; texts: string[]; limit: number }): Promise<Timed>;
  async ask(ask: { what: 'load'; pages: string[] } | { what: 'open' } | { what: 'collect' }): Promise<null>;
  async ask(ask: Ask): Promise<unknown> {
    if (this.#page === null) throw new Error(`${this.side} has no page`);
    return this.#page.evaluate((asked) => (globalThis as unknown as Benched).bench(asked), ask);
  }

  /** The response times as measured by the page. */
  async askFromPage(texts: string[], limit: number): Promise<Timed> {
    if (this.#page === null) throw new Error(`${this.side} has no page`);
    return this.#page.evaluate((asked) => (globalThis as unknown as Benched).benchFromPage(asked.texts, asked.limit), { texts, limit });
  }

  /** Bytes of the side's files in the profile, with the browser closed so that everything is flushed. */
  async storedBytes(): Promise<number> {
    await this.stop();
    return ['IndexedDB', 'File System']
      .map((kind) => bytesBelow(join(this.folder, 'Default', kind)))
      .reduce((sum, bytes) => sum + bytes, 0);
  }

  /** Private memory of the page's process in bytes, after garbage collection. */
  async memory(): Promise<number> {
    await this.ask({ what: 'collect' });
    const renderers = processesOf(this.folder).filter(({ command }) => command.includes('--type=renderer'));
    // The browser keeps a spare renderer; the page's process is the larger one.
    return Math.max(...renderers.map(({ pid }) => privateBytes(pid)));
  }

  async stop(): Promise<void> {
    const context = this.#context;
    this.#context = null;
    this.#page = null;
    await context?.close();
  }

  async remove(): Promise<void> {
    await this.stop();
    this.removeFolder();
  }

  removeFolder(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

interface Benched {
  bench(ask: Ask): Promise<unknown>;
  benchFromPage(texts: string[], limit: number): Promise<Timed>;
  first: Promise<{ found: number; at: number }>;
}

interface Process {
  pid: number;
  parent: number;
  command: string;
}

/** The processes of the browser that uses a profile: the one that names it, and all its descendants. */
function processesOf(folder: string): Process[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const parent = Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[1]);
        return [{ pid: Number(name), parent, command: readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ') }];
      } catch {
        // It has just exited.
        return [];
      }
    });
  const found = all.filter(({ command }) => command.includes(folder));
  for (const process of found) found.push(...all.filter((other) => other.parent === process.pid && !found.includes(other)));
  return found;
}

function privateBytes(pid: number): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const kib = ['Private_Clean', 'Private_Dirty'].map((kind) => Number(new RegExp(`^${kind}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0));
  return (kib[0]! + kib[1]!) * 1024;
}

function bytesBelow(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

export async function browserVersion(): Promise<string> {
  const browser = await chromium.launch({ executablePath: browserPath(), args: browserArguments });
  const version = browser.version();
  await browser.close();
  return `Chromium ${version}`;
}
