import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeDevice, openProfile } from './device.ts';
import { awaitInstalled, awaitTaxonomy } from './installed.ts';
import { logInOn, logOutOn, makeAccount } from './people.ts';
import { type RunningVeld, startVeld } from './server.ts';

/** Environment variable with the path of the template: `data` of a server without accounts, and `profile` of a browser. */
export const TEMPLATE_FOLDER = 'VELD_E2E_TEMPLATE';

/** Makes a template with `data` only. Returns its folder. */
export async function makeServerTemplate(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'veld-e2e-template-'));
  // PostgreSQL may run as another account, which has to reach its files.
  chmodSync(folder, 0o711);
  const data = join(folder, 'data');
  mkdirSync(data);
  const first = await startVeld({}, data);
  await first.stop();
  return folder;
}

/**
 * Makes the template that most tests start from, as copies: the data of a server after its first start, and the profile of a device
 * with the app installed, the taxonomy of the Netherlands complete, and nobody logged in. Returns its folder.
 */
export async function makeTemplate(): Promise<string> {
  const folder = await makeServerTemplate();
  const profile = join(folder, 'profile');
  mkdirSync(profile);
  const veld = await startVeldFrom(folder);
  try {
    await prepareDevice(veld.url, profile);
  } finally {
    await veld.remove();
  }
  return folder;
}

async function prepareDevice(url: string, profile: string): Promise<void> {
  const device = await openProfile(profile, url);
  const { page } = device;
  const somebody = await makeAccount(url, 'somebody', { language: 'en', country_code: 'NL' });
  await page.goto('/login');
  await logInOn(page, somebody.email, 'en');
  await awaitTaxonomy(page);
  await awaitInstalled(page);
  await logOutOn(page, 'en');
  await forgetEverybody(page);
  await closeDevice(device);
}

/** Removes what a logout leaves of a person, and the device id by which the server would recognise the device. */
async function forgetEverybody(page: { goto(path: string): Promise<unknown>; evaluate(run: () => Promise<void>): Promise<void> }) {
  // A page of the same origin in which the app does not run.
  await page.goto('/api/health');
  await page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('not read'));
      });
    for (const { name } of await indexedDB.databases()) if (/^veld-[0-9a-f]{8}-/.test(name!)) await done(indexedDB.deleteDatabase(name!));
    const database = await done(indexedDB.open('veld'));
    const transaction = database.transaction('settings', 'readwrite');
    transaction.objectStore('settings').delete('device_id');
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('not deleted'));
    });
    database.close();
    localStorage.removeItem('veld:device');
  });
}

/** Starts a server on a copy of the template's data, which has no accounts. `settings` are environment variables. */
export function startVeldFrom(template: string, settings: Record<string, string> = {}): Promise<RunningVeld> {
  return startVeld(settings, copyFolder(join(template, 'data')));
}

/** Copies a folder, by default to a new one, and keeps the owners of its files: those of the database may belong to another account. */
export function copyFolder(folder: string, copy = mkdtempSync(join(tmpdir(), 'veld-e2e-'))): string {
  execFileSync('cp', ['-a', `${folder}/.`, copy]);
  return copy;
}
