import { takeOver } from './app-version';

const LIMIT_MS = 60_000;

/**
 * Fetches the newest version of the app, waits until it is installed and controls the page, and reloads. Reloads at once if there is
 * none, or without a service worker. Rejects if it cannot be fetched or takes longer than a minute.
 */
export async function installNewVersion(reload: () => void): Promise<void> {
  const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : null;
  const registration = await workers?.getRegistration();
  if (!workers || !registration) return reload();
  await registration.update();
  const installing = registration.installing;
  if (installing) await isInstalled(installing);
  const { waiting } = registration;
  if (!waiting) return reload();
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The new version was not activated')), LIMIT_MS);
    takeOver(waiting, () => {
      clearTimeout(timer);
      resolve();
    });
  });
  reload();
}

function isInstalled(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The new version was not installed')), LIMIT_MS);
    const check = () => {
      if (worker.state === 'installing') return;
      clearTimeout(timer);
      if (worker.state === 'redundant') reject(new Error('The new version could not be installed'));
      else resolve();
    };
    worker.addEventListener('statechange', check);
    check();
  });
}
