import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium, type Locator, type Page } from '@playwright/test';
import { getFeed, type Language, LANGUAGES } from '@veld/contract';
import { call } from '../../seed/api.ts';
import { PASSWORD, people, seed } from '../../seed/world.ts';
import { browserArguments, browserPath } from '../browser.ts';
import { makeAccount, PASSWORD as NEW_PASSWORD } from '../people.ts';
import { startVeld } from '../server.ts';
import { say } from '../words.ts';
import { accessibilityFaults } from './accessibility.ts';
import { breakServer, keepUnsent, type Moment, MOMENTS } from './moments.ts';
import { type Shot, writeSheet } from './sheet.ts';
import { brokenWords } from './targets.ts';
import { demoVisits, type Visit } from './visits.ts';

/**
 * Takes screenshots of every screen with the demo data: `npm run screens -- --only feed,observe --width 390 --state full,de
 * --theme dark`; `--text 200` doubles the size of the text, and a language is a state: `--state fr`. Screens named with `--only` are
 * also shown in the languages with long words, at every width; so are dialogs and other moments (`moments.ts`). Exits with 1 when
 * axe reports an accessibility problem in light or in dark, when a screen is wider than the window, or when it breaks a word without a
 * hyphen.
 */
const FOLDER = resolve(import.meta.dirname, '../../screens');
const WIDTHS = [390, 834, 1440];
const HEIGHT = 900;
const LONGEST = 3000;
const SETTLE_MS = 600;
/** After this time the app has cached what a screen fetched. */
const CACHED_MS = 2_500;
/** For the taps of a moment, which is left out when they lead nowhere. */
const REACH_MS = 10_000;
const USUAL_MS = 30_000;
/** Screens that are also shown in the languages with long words. */
const LONG_WORDS = ['welcome', 'register', 'dashboard', 'feed', 'observe', 'observation', 'my_species', 'settings.profile', 'outbox'];
const LONG_WORDED: readonly Language[] = ['de', 'pl'];
/** Screens that look different while records are unsent. */
const UNSENT = ['dashboard', 'profile', 'outbox', 'storage'];

type Theme = Shot['theme'];
const args = process.argv.slice(2);
const option = (name: string) => (args.includes(name) ? args[args.indexOf(name) + 1]?.split(',') : undefined);
const only = option('--only');
const widths = option('--width')?.map(Number) ?? WIDTHS;
/** Size of text in percent of the usual one. */
const text = Number(option('--text')?.[0] ?? 100);
const states = option('--state');
const wanted = option('--theme');
const log = (line: string) => console.log(`screens  ${line}`);

log('Starting Veld with the demo world ...');
const veld = await startVeld();
const browser = await chromium.launch({ executablePath: browserPath(), args: browserArguments });
const shots: Shot[] = [];
const findings: string[] = [];
try {
  const seeded = await seed(veld.url, { onProgress: log });
  await makeAccount(veld.url, 'newcomer', { language: 'en', country_code: 'NL' });
  const all = await demoVisits(veld.url, seeded);
  const known: readonly (Visit | Moment)[] = [...all, ...MOMENTS];
  const chosen = only ? known.filter(({ name }) => only.includes(name)) : known;
  if (chosen.length === 0) throw new Error(`No such screen; there are ${known.map(({ name }) => name).join(', ')}`);
  const isOrdinary = (visit: Visit | Moment) => !('isUnsent' in visit);
  const visits = chosen.filter(isOrdinary);
  await photosReady(seeded.tokens.anna);
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });

  const long = only ? visits : visits.filter(({ name }) => LONG_WORDS.includes(name));
  const longWidths = only ? widths : widths.slice(0, 1);
  const inside = visits.filter(({ as }) => as === 'person');
  const unsent = chosen.filter(
    (visit) => visit.as === 'person' && (only !== undefined || UNSENT.includes(visit.name) || !isOrdinary(visit)),
  );
  const curating = visits.filter(({ as }) => as === 'curator');
  await look(
    'full',
    visits.filter(({ as }) => as === 'visitor'),
    {},
  );
  await look('full', inside, { email: mailOf('anna'), isSynced: true });
  await look('full', curating, { email: mailOf('klara'), isSynced: true });
  await look(
    'full',
    visits.filter(({ as }) => as === 'admin'),
    { email: mailOf('admin'), isSynced: true },
  );
  await look('unsent', unsent, { email: mailOf('anna'), isSynced: true, isUnsent: true });
  await look('empty', inside, { email: 'newcomer@example.org', password: NEW_PASSWORD, isSynced: true });
  await look('offline', inside, { email: mailOf('anna'), isSynced: true, isOffline: true, themes: ['light'] });
  await look('offline', curating, { email: mailOf('klara'), isSynced: true, isOffline: true, themes: ['light'] });
  await look('error', inside, { email: mailOf('anna'), isBroken: true, themes: ['light'] });
  await look('error', curating, { email: mailOf('klara'), isBroken: true, themes: ['light'] });
  for (const language of states ? LANGUAGES.filter((one) => states.includes(one)) : LONG_WORDED)
    for (const [as, key] of [
      ['visitor', null],
      ['person', 'anna'],
      ['curator', 'klara'],
      ['admin', 'admin'],
    ] as const) {
      const theirs = long.filter((visit) => visit.as === as);
      const person = key ? { email: mailOf(key), isSynced: true } : {};
      await look(language, theirs, { language, ...person, themes: ['light'], widths: longWidths });
    }
  await writeSheet(browser, FOLDER, shots);
  log(`${shots.length} screenshots: open screens/index.html`);
} finally {
  await browser.close();
  await veld.remove();
}
log(findings.length === 0 ? 'No findings.' : `${findings.length} findings.`);
process.exit(findings.length > 0 ? 1 : 0);

interface LookOptions {
  email?: string;
  password?: string;
  language?: Language;
  isSynced?: boolean;
  /** With records that the server did not get. */
  isUnsent?: boolean;
  isOffline?: boolean;
  /** The server answers who is logged in and the version check, and fails at every other API request. */
  isBroken?: boolean;
  themes?: readonly Theme[];
  widths?: readonly number[];
}

/** Opens screens one after another, logged in if `email` is given, and captures each in every theme at every width. */
async function look(state: string, visits: readonly (Visit | Moment)[], options: LookOptions): Promise<void> {
  const themes = (options.themes ?? (['light', 'dark'] as const)).filter((theme) => wanted?.includes(theme) ?? true);
  if (visits.length === 0 || themes.length === 0 || states?.includes(state) === false) return;
  log(`${state}: ${visits.length} screens ...`);
  const language = options.language ?? 'en';
  const context = await browser.newContext({
    baseURL: veld.url,
    locale: language,
    timezoneId: 'Europe/Amsterdam',
    reducedMotion: 'reduce',
    viewport: { width: widths[0]!, height: HEIGHT },
    // axe injects its script into the page.
    bypassCSP: true,
  });
  try {
    // The person's saved language would override the one to show.
    if (options.email)
      await context.route('**/api/{login,user,user?*,user/*}', async (route) => {
        const response = await route.fetch();
        const body = (await response.json()) as { data?: { preferences: object }; preferences?: object };
        const user = body.data ?? body;
        user.preferences = { ...user.preferences, language, theme: 'auto' };
        await route.fulfill({ response, json: body });
      });
    const page = await context.newPage();
    if (options.email) await enter(page, options.email, options.password ?? PASSWORD, language);
    if (options.isSynced) await synced(page, language);
    // What a moment saves stays on this device.
    await context.route('**/api/observations/*', (route) => (route.request().method() === 'PUT' ? route.abort() : route.fallback()));
    if (options.isUnsent) await keepUnsent(context, page, language);
    if (options.isOffline) await cacheForOffline(page, visits);
    if (options.isOffline) await context.setOffline(true);
    if (options.isBroken) await breakServer(context);
    for (const visit of visits) await take(page, state, visit, themes, { language, widths: options.widths });
  } finally {
    await context.close();
  }
}

async function take(
  page: Page,
  state: string,
  visit: Visit | Moment,
  themes: readonly Theme[],
  { language, widths: at }: { language: Language; widths: readonly number[] | undefined },
): Promise<void> {
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme });
    await page.goto(visit.path);
    await settled(page);
    if (text !== 100) await page.evaluate((size) => (document.documentElement.style.fontSize = size), `${text}%`);
    const target = 'reach' in visit ? await reached(page, state, visit, language) : null;
    for (const width of widths.filter((one) => at?.includes(one) ?? true)) {
      await page.setViewportSize({ width, height: HEIGHT });
      await page.waitForTimeout(SETTLE_MS);
      // A window as tall as the page, so that parts that are rendered on scrolling are rendered too.
      const length = await page.evaluate(() => document.documentElement.scrollHeight);
      if (target) await target.scrollIntoViewIfNeeded().catch(() => undefined);
      else if (length > HEIGHT) {
        await page.setViewportSize({ width, height: Math.min(length, LONGEST) });
        await page.waitForTimeout(SETTLE_MS);
      }
      const file = `${visit.name}-${state}-${width}${text === 100 ? '' : `-text-${text}`}-${theme}.png`;
      await page.screenshot({ path: join(FOLDER, file) });
      shots.push({ screen: visit.name, state, width, theme, file });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (wide > 1) found(`${visit.name}, ${state}, ${width} px, text ${text} %: ${wide} px wider than the window`);
      if (text === 100) (await brokenWords(page)).forEach((fault) => found(`${visit.name}, ${state}, ${width} px: ${fault}`));
      if (state === 'full' && width === widths[0] && theme === 'light')
        (await accessibilityFaults(page)).forEach((fault) => found(`${visit.name}: ${fault}`));
    }
  }
}

/** What to look at; null when the moment cannot be brought about in this state, such as offline. */
async function reached(page: Page, state: string, moment: Moment, language: Language): Promise<Locator | null> {
  page.setDefaultTimeout(REACH_MS);
  try {
    return await moment.reach(page, language);
  } catch (error) {
    log(`${moment.name}, ${state}: not reached: ${String(error).split('\n', 1)[0]}`);
    return null;
  } finally {
    page.setDefaultTimeout(USUAL_MS);
  }
}

/** Prints the finding at once, because a run takes minutes. */
function found(line: string): void {
  findings.push(line);
  log(line);
}

async function enter(page: Page, email: string, password: string, language: Language): Promise<void> {
  await page.goto(`/login?lang=${language}`);
  await page.getByLabel(say(language, 'accounts:field.email')).fill(email);
  await page.getByLabel(say(language, 'accounts:field.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: say(language, 'common:action.log_in') }).click();
  await page.waitForURL((url) => url.pathname === '/');
}

/** Waits until the taxonomy and the person's own records are on the device. */
async function synced(page: Page, language: Language): Promise<void> {
  await page.goto('/observe');
  const search = page.getByRole('combobox');
  await search.fill('turdus');
  await page.getByRole('option').filter({ hasText: 'Turdus merula' }).first().waitFor({ timeout: 60_000 });
  await page.goto('/');
  await page.getByText(say(language, 'common:sync.all_synced')).first().waitFor({ state: 'attached' });
  await page.waitForTimeout(3_000);
}

/** Opens each screen once online, so that the app caches its data. */
async function cacheForOffline(page: Page, visits: readonly Visit[]): Promise<void> {
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated');
  for (const visit of visits) {
    await page.goto(visit.path);
    await settled(page);
    await page.waitForTimeout(CACHED_MS);
  }
}

/** Waits for pending requests, at most 5 s because some screens poll, and for fonts. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** Waits until the newest photos of the demo data are rendered at all sizes. Throws after a minute. */
async function photosReady(token: string): Promise<void> {
  for (let tries = 0; tries < 120; tries++) {
    const { data } = await call(veld.url, getFeed, { query: { limit: 50 } }, token);
    if (data.every((record) => record.media.every(({ urls }) => urls !== null))) return;
    await new Promise((done) => setTimeout(done, 500));
  }
  throw new Error('The photos of the demo world were not rendered within a minute');
}

function mailOf(key: (typeof people)[number]['key']): string {
  return people.find((person) => person.key === key)!.email;
}
