import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type BrowserContext, type BrowserContextOptions, expect, type Page, test as base } from '@playwright/test';
import type { OwnObservation } from '@veld/contract';
import { onDevice } from './device-storage.ts';
import { type Device, type DeviceOptions, newDevice, openProfile, removeDevice } from './device.ts';
import { type FaultyProxy, startProxy } from './faults/proxy.ts';
import { type Account, makeAccount, onServer, listStoredRecords } from './people.ts';
import type { RunningVeld } from './server.ts';
import { putSession } from './session.ts';
import { copyFolder, startVeldFrom, TEMPLATE_FOLDER } from './template.ts';

export { expect };

/** A person logged in on their own device. */
export interface SignedIn {
  account: Account;
  device: Device;
  context: BrowserContext;
  page: Page;
  /** Content of the person's database on the device. */
  onDevice: () => ReturnType<typeof onDevice>;
  /** The person's records on the server; deleted ones as tombstones. */
  onServer: () => ReturnType<typeof onServer>;
  /** The person's records on the server, without deleted ones. */
  stored: () => Promise<OwnObservation[]>;
}

interface Options {
  /** `own`: a fresh server without accounts, for tests that stop it, change its settings, or see what other people record. */
  server: 'shared' | 'own';
  /** Environment variables of the server with `server: 'own'`. */
  serverSettings: Record<string, string>;
  /** Whether the fixture `anna` opens the form for a new record. Without it her page shows no screen of the app yet, for tests that open another. */
  opensForm: boolean;
  /** Devices reach the server through `faultyProxy`, which can imitate a bad network. */
  isBehindProxy: boolean;
}

interface Fixtures {
  veld: RunningVeld;
  faultyProxy: FaultyProxy;
  /** Creates an account with a unique email address; by default in English and in the Netherlands. */
  person: (name: string, options?: Parameters<typeof makeAccount>[2]) => Promise<Account>;
  /** A device with empty storage. */
  freshDevice: (options?: BrowserContextOptions) => Promise<Device>;
  /** A device with the app installed and the taxonomy complete; nobody is logged in. */
  installedDevice: (options?: DeviceOptions) => Promise<Device>;
  /** Logs a new person in on an installed device and opens the path `at`, by default the form for a new record; with null, none. */
  signIn: (name: string, options?: { at?: string | null }) => Promise<SignedIn>;
  anna: SignedIn;
}

interface WorkerFixtures {
  template: string;
  sharedVeld: () => Promise<RunningVeld>;
}

/** Use with `test.use`: a device with a small touch screen. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Combines an account with the device on which it is logged in. */
export function signedIn(veld: RunningVeld, account: Account, device: Device): SignedIn {
  return {
    account,
    device,
    context: device.context,
    page: device.page,
    onDevice: () => onDevice(device.context.pages().at(-1)!, account.user.id),
    onServer: () => onServer(veld.url, account),
    stored: () => listStoredRecords(veld.url, account),
  };
}

/** Prints what a device showed when its test failed: that is all that is known of a failure on another machine. */
async function reportScreen({ context, problems }: Device, at: number): Promise<void> {
  for (const page of context.pages()) {
    const text = await page
      .locator('body')
      .innerText({ timeout: 5000 })
      .catch((error: unknown) => `No text: ${String(error)}`);
    console.log(`device ${at + 1} at ${page.url()}:\n${text.replaceAll(/\s*\n\s*/g, ' | ').slice(0, 1500)}`);
  }
  if (problems.length > 0) console.log(`its problems:\n${problems.join('\n')}`);
}

/** The test function of all specs. A test fails when one of its devices has problems (see `Device`). */
export const test = base.extend<Options & Fixtures & { devices: Device[]; deviceOptions: BrowserContextOptions }, WorkerFixtures>({
  server: ['shared', { option: true }],
  serverSettings: [{}, { option: true }],
  opensForm: [true, { option: true }],
  isBehindProxy: [false, { option: true }],

  template: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the dependencies of a fixture from this pattern
    async ({}, use) => {
      const folder = process.env[TEMPLATE_FOLDER];
      if (!folder) throw new Error(`${TEMPLATE_FOLDER} is not set: run the specs with e2e/playwright.config.ts`);
      await use(folder);
    },
    { scope: 'worker' },
  ],
  sharedVeld: [
    async ({ template }, use) => {
      let running: Promise<RunningVeld> | null = null;
      const start = async () => {
        const veld = await startVeldFrom(template);
        // The first account of a server becomes an admin. This one keeps people in the tests from being admins.
        await makeAccount(veld.url, 'keeper');
        return veld;
      };
      await use(() => (running ??= start()));
      await (await (running as Promise<RunningVeld> | null))?.remove();
    },
    { scope: 'worker' },
  ],
  veld: async ({ server, serverSettings, template, sharedVeld }, use) => {
    if (server === 'shared') return use(await sharedVeld());
    const own = await startVeldFrom(template, serverSettings);
    await use(own);
    await own.remove();
  },
  faultyProxy: async ({ veld }, use) => {
    const faultyProxy = await startProxy(veld.url);
    await use(faultyProxy);
    await faultyProxy.close();
  },

  person: async ({ veld }, use) => {
    await use((name, options) =>
      makeAccount(veld.url, name, {
        email: `${name}-${randomUUID().slice(0, 8)}@example.org`,
        language: 'en',
        country_code: 'NL',
        ...options,
      }),
    );
  },
  deviceOptions: async ({ viewport, hasTouch, isMobile, geolocation, permissions }, use) => {
    await use({ viewport, hasTouch, isMobile, geolocation, permissions });
  },
  // Depends on the server, so that devices close before it stops.
  devices: async ({ veld }, use, testInfo) => {
    void veld;
    const devices: Device[] = [];
    await use(devices);
    const hasFailed = testInfo.status !== testInfo.expectedStatus;
    if (hasFailed) for (const [at, device] of devices.entries()) await reportScreen(device, at);
    for (const device of devices) await removeDevice(device);
    if (!hasFailed) expect(devices.flatMap(({ problems }) => problems)).toEqual([]);
  },
  freshDevice: async ({ browser, veld, faultyProxy, isBehindProxy, devices, deviceOptions }, use) => {
    await use(async (options) => {
      const device = await newDevice(browser, isBehindProxy ? faultyProxy.url : veld.url, { ...deviceOptions, ...options });
      devices.push(device);
      return device;
    });
  },
  installedDevice: async ({ template, veld, faultyProxy, isBehindProxy, devices, deviceOptions }, use) => {
    await use(async (options) => {
      const profile = copyFolder(join(template, 'profile'));
      const device = await openProfile(profile, isBehindProxy ? faultyProxy.url : veld.url, { ...deviceOptions, ...options });
      devices.push(device);
      return device;
    });
  },
  signIn: async ({ installedDevice, person, veld }, use) => {
    await use(async (name, { at = '/observe' } = {}) => {
      const account = await person(name);
      const device = await installedDevice();
      await putSession(device.page, veld.url, account);
      if (at !== null) await device.page.goto(at);
      return signedIn(veld, account, device);
    });
  },
  anna: async ({ signIn, opensForm }, use) => {
    await use(await signIn('anna', opensForm ? {} : { at: null }));
  },
});
