import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import type { TaxonRow } from '@veld/contract';
import { browserArguments, browserPath } from '../../e2e/browser.ts';
import build from '../../e2e/build.ts';
import { logInOn, makeAccount } from '../../e2e/people.ts';
import { openObserve } from '../../e2e/record-form.ts';
import { type RunningVeld, startVeld } from '../../e2e/server.ts';
import { openDatabase } from '../../server/src/db/open.ts';
import { embeddedUrl } from '../embedded.ts';
import { MAIN_LANGUAGE } from './names.ts';
import { fillTaxa } from './fill.ts';

const ANNA = 'anna';
/** Main-thread tasks longer than this drop a frame. */
const FRAME_MS = 16;
const KEY_EVERY_MS = 60;
const TIMEOUT_MS = 60_000;

/** The first synchronisation of the real app on a new device. */
export interface Synchronised {
  seconds: number;
  /**
   * For each search made meanwhile, milliseconds until the taxon appeared. The first search starts when the first page may have
   * arrived.
   */
  waits: number[];
}

export interface Typed {
  keys: number;
  /** Main-thread tasks over 16 ms of CPU time, in milliseconds. */
  tasks: number[];
  /** The same tasks in wall-clock time, which other programs lengthen. */
  wallTasks: number[];
}

/** A Veld server with `taxa` in its database, and the built app in browsers with profiles on disk. */
export class App {
  readonly #veld: RunningVeld;
  readonly #taxa: readonly TaxonRow[];
  readonly #folders: string[] = [];
  #context: BrowserContext | null = null;
  #page: Page | null = null;

  private constructor(veld: RunningVeld, taxa: readonly TaxonRow[]) {
    this.#veld = veld;
    this.#taxa = taxa;
  }

  static async start(taxa: readonly TaxonRow[]): Promise<App> {
    build();
    const veld = await startVeld();
    try {
      const { pool, db } = openDatabase({ url: embeddedUrl(veld.dataDir), poolSize: 1 });
      await fillTaxa(pool, taxa);
      await db.destroy();
      // Restart the server: it cached the taxonomy version at its start.
      await veld.stop();
      await veld.start();
      await makeAccount(veld.url, ANNA, { language: MAIN_LANGUAGE });
      return new App(veld, taxa);
    } catch (error) {
      await veld.remove();
      throw error;
    }
  }

  /** Logs in on a new device and searches until all taxa are there. */
  async synchronise(): Promise<Synchronised> {
    await this.#context?.close();
    const folder = mkdtempSync(join(tmpdir(), 'veld-bench-app-'));
    this.#folders.push(folder);
    this.#context = await chromium.launchPersistentContext(folder, {
      executablePath: browserPath(),
      args: browserArguments,
      baseURL: this.#veld.url,
      viewport: { width: 1280, height: 900 },
    });
    const page = (this.#page = this.#context.pages()[0] ?? (await this.#context.newPage()));
    await page.goto(`/login?lang=${MAIN_LANGUAGE}`);
    await logInOn(page, `${ANNA}@example.org`, MAIN_LANGUAGE);
    const from = performance.now();
    const done = this.#untilComplete(page, from);
    await openObserve(page, MAIN_LANGUAGE);
    const waits: number[] = [];
    let isDone = false;
    void done.then(() => (isDone = true));
    // Common taxa, which the server sends in the first page.
    const known = this.#taxa.slice(0, 500).filter((taxon) => (taxon.names[MAIN_LANGUAGE] ?? '').length > 4);
    await this.#find(page, known[0]!);
    for (let at = 1; !isDone; at++) waits.push(await this.#find(page, known[at % known.length]!));
    return { seconds: await done, waits };
  }

  /** Types into the recorder's search like a fast typist, with all taxa on the device. */
  async type(texts: readonly string[]): Promise<Typed> {
    const page = this.#page;
    const browser = this.#context?.browser();
    if (!page || !browser) throw new Error('Call synchronise() first');
    const field = page.getByRole('combobox');
    await field.fill('');
    await field.pressSequentially(this.#taxa[0]!.names[MAIN_LANGUAGE] ?? 'koolmees', { delay: KEY_EVERY_MS });
    await field.fill('');
    const file = join(this.#folders[0]!, 'trace.json');
    await browser.startTracing(page, { path: file, categories: ['toplevel', '__metadata'] });
    for (const text of texts) {
      await field.pressSequentially(text, { delay: KEY_EVERY_MS });
      await page.waitForTimeout(200);
      await field.press('ControlOrMeta+a');
      await field.press('Delete');
    }
    await page.evaluate(workFor, 5 * FRAME_MS);
    await browser.stopTracing();
    const tasks = mainThreadTasks(readFileSync(file, 'utf8'));
    // The artificial task must be in the trace; otherwise the trace is unusable.
    const probe = tasks.findLastIndex(({ wall, own }) => wall >= 5 * FRAME_MS && own > FRAME_MS);
    if (probe < 0) throw new Error('The trace does not show the tasks of the page');
    tasks.splice(probe, 1);
    return {
      keys: texts.reduce((sum, { length }) => sum + length, 0),
      tasks: tasks.map(({ own }) => own).filter((ms) => ms > FRAME_MS),
      wallTasks: tasks.map(({ wall }) => wall).filter((ms) => ms > FRAME_MS),
    };
  }

  async remove(): Promise<void> {
    await this.#context?.close();
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    await this.#veld.remove();
  }

  /** Seconds until the device has the complete copy. */
  async #untilComplete(page: Page, from: number): Promise<number> {
    while (performance.now() - from < TIMEOUT_MS) {
      const size = await page.evaluate(storedSize);
      if (size === this.#taxa.length) return (performance.now() - from) / 1000;
      if (size !== null) throw new Error(`The device has ${size} taxa of ${this.#taxa.length}`);
      await page.waitForTimeout(50);
    }
    throw new Error(`The taxa were not on the device after ${TIMEOUT_MS / 1000} s`);
  }

  /** Milliseconds from typing a name until it is suggested. */
  async #find(page: Page, taxon: TaxonRow): Promise<number> {
    const name = taxon.names[MAIN_LANGUAGE]!;
    const field = page.getByRole('combobox');
    await field.fill('');
    const from = performance.now();
    await field.fill(name);
    await page.getByRole('option').filter({ hasText: taxon.name }).first().waitFor({ timeout: TIMEOUT_MS });
    return performance.now() - from;
  }
}

/** Blocks the main thread in one task. */
function workFor(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

/** Number of taxa in the device's copy, read from IndexedDB directly; null if there is no complete copy yet. */
async function storedSize(): Promise<number | null> {
  if (!(await indexedDB.databases()).some(({ name }) => name === 'veld-taxonomy')) return null;
  return new Promise((done, fail) => {
    const request = indexedDB.open('veld-taxonomy');
    request.addEventListener('error', () => fail(request.error ?? new Error('no database')));
    request.addEventListener('success', () => {
      const database = request.result;
      const got = database.objectStoreNames.contains('copies') ? database.transaction('copies').objectStore('copies').get('global') : null;
      if (got === null) {
        database.close();
        done(null);
        return;
      }
      got.addEventListener('success', () => {
        database.close();
        done((got.result as { size: number } | undefined)?.size ?? null);
      });
      got.addEventListener('error', () => fail(got.error ?? new Error('copies')));
    });
  });
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

/** Main-thread tasks of all pages, in milliseconds. */
function mainThreadTasks(text: string): { wall: number; own: number }[] {
  const { traceEvents: events } = JSON.parse(text) as { traceEvents: TraceEvent[] };
  const mains = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return events
    .filter(({ name, ph, pid, tid }) => ph === 'X' && name.endsWith('RunTask') && mains.has(`${pid} ${tid}`))
    .map(({ dur = 0, tdur }) => ({ wall: dur / 1000, own: (tdur ?? dur) / 1000 }));
}
