import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type BrowserContext, type BrowserContextOptions, expect, type Page, test as base } from '@playwright/test';
import type { OwnObservation } from '@veld/contract';
import { onDevice } from './device-storage.ts';
import { type Device, newDevice, openProfile, removeDevice } from './device.ts';
import { type Front, startFront } from './faults/front.ts';
import { type Account, makeAccount, onServer, storedOf } from './people.ts';
import type { RunningVeld } from './server.ts';
import { putSession } from './session.ts';
import { copyOf, startVeldFrom, TEMPLATE_FOLDER } from './template.ts';

export { expect };

/** Somebody who is logged in on a device of their own. */
export interface SignedIn {
  account: Account;
  device: Device;
  context: BrowserContext;
  page: Page;
  /** What their own database on the device holds. */
  onDevice: () => ReturnType<typeof onDevice>;
  /** What the server has of them, deleted records included. */
  onServer: () => ReturnType<typeof onServer>;
  /** Their records at the server, without the deleted ones. */
  stored: () => Promise<OwnObservation[]>;
}

interface Options {
  /** `own`: a fresh server without accounts, for tests that stop it, change its settings, or count what everybody did. */
  server: 'shared' | 'own';
  /** Environment variables of an own server. */
  serverSettings: Record<string, string>;
  /** Devices reach the server through `front`, which can cut the line. */
  isBehindFront: boolean;
}

interface Fixtures {
  veld: RunningVeld;
  front: Front;
  /** Makes an account with a mail address of its own; the language is English and the country the Netherlands unless given. */
  person: (name: string, options?: Parameters<typeof makeAccount>[2]) => Promise<Account>;
  /** A device that has seen nothing yet. */
  freshDevice: (options?: BrowserContextOptions) => Promise<Device>;
  /** A device that has the app and the taxonomy; nobody is logged in. */
  installedDevice: (options?: BrowserContextOptions) => Promise<Device>;
  /** Logs a new person in on an installed device and opens a screen, the form for a new record unless `at` is given. */
  signIn: (name: string, options?: { at?: string }) => Promise<SignedIn>;
  anna: SignedIn;
}

interface WorkerFixtures {
  template: string;
  sharedVeld: () => Promise<RunningVeld>;
}

/** Use with `test.use`: a device with a small touch screen. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Somebody on a device, however they got there. */
export function signedIn(veld: RunningVeld, account: Account, device: Device): SignedIn {
  return {
    account,
    device,
    context: device.context,
    page: device.page,
    onDevice: () => onDevice(device.context.pages().at(-1)!, account.user.id),
    onServer: () => onServer(veld.url, account),
    stored: () => storedOf(veld.url, account),
  };
}

/** The test function of all specs. What devices trouble over (see `Device`) fails the test that used them. */
export const test = base.extend<Options & Fixtures & { devices: Device[]; deviceOptions: BrowserContextOptions }, WorkerFixtures>({
  server: ['shared', { option: true }],
  serverSettings: [{}, { option: true }],
  isBehindFront: [false, { option: true }],

  template: [
    // eslint-disable-next-line no-empty-pattern
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
        // The first account of a server is an admin; nobody in the tests is one by accident.
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
  front: async ({ veld }, use) => {
    const front = await startFront(veld.url);
    await use(front);
    await front.close();
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
  // After the server in the list, so that devices are gone before it stops.
  devices: async ({ veld }, use, testInfo) => {
    void veld;
    const devices: Device[] = [];
    await use(devices);
    for (const device of devices) await removeDevice(device);
    if (testInfo.status === testInfo.expectedStatus) expect(devices.flatMap(({ troubles }) => troubles)).toEqual([]);
  },
  freshDevice: async ({ browser, veld, front, isBehindFront, devices, deviceOptions }, use) => {
    await use(async (options) => {
      const device = await newDevice(browser, isBehindFront ? front.url : veld.url, { ...deviceOptions, ...options });
      devices.push(device);
      return device;
    });
  },
  installedDevice: async ({ template, veld, front, isBehindFront, devices, deviceOptions }, use) => {
    await use(async (options) => {
      const profile = copyOf(join(template, 'profile'));
      const device = await openProfile(profile, isBehindFront ? front.url : veld.url, { ...deviceOptions, ...options });
      devices.push(device);
      return device;
    });
  },
  signIn: async ({ installedDevice, person, veld }, use) => {
    await use(async (name, { at = '/observe' } = {}) => {
      const account = await person(name);
      const device = await installedDevice();
      await putSession(device.page, veld.url, account);
      await device.page.goto(at);
      return signedIn(veld, account, device);
    });
  },
  anna: async ({ signIn }, use) => {
    await use(await signIn('anna'));
  },
});
