import type { Page } from '@playwright/test';
import { login, type LoggedIn } from '@veld/contract';
import { call } from '../seed/api.ts';
import { PASSWORD } from './people.ts';

/**
 * Logs in on a device with a prepared profile without the login screen: through the API, and by storing the response as the app
 * does. Tests about logging in use the screen (`logInOn`).
 */
export async function putSession(
  page: Page,
  url: string,
  { email, password = PASSWORD }: { email: string; password?: string },
): Promise<void> {
  const response = await call(url, login, { body: { email, password, device_name: 'Chrome, Linux' } });
  // A page of the same origin in which the app does not run.
  await page.goto('/api/health');
  await page.evaluate(async ({ data: user, token, revoke_key }: LoggedIn) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('not stored'));
      });
    const database = await done(indexedDB.open('veld'));
    const value = { user, token, revoke_key, userCountryCode: user.country_code, needs_login: false };
    const transaction = database.transaction('settings', 'readwrite');
    transaction.objectStore('settings').put({ key: 'auth', value });
    // After the request alone, leaving the page could still abort the transaction.
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('not stored'));
    });
    database.close();
  }, response);
}
