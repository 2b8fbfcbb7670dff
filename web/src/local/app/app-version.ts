import { createStore } from 'zustand/vanilla';

/** Whether a newer version of the app is installed and waiting for confirmation (docs/faults.md C7). */
export const appVersionWaiting = createStore<{ isWaiting: boolean }>(() => ({ isWaiting: false }));

let registration: ServiceWorkerRegistration | null = null;

/** Registers the service worker. A new version waits, so that the page never reloads while the user is typing. */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  registration = await navigator.serviceWorker.register('/service-worker.js', { scope: '/' }).catch(() => null);
  if (!registration) return;
  const update = () =>
    appVersionWaiting.setState({ isWaiting: registration?.waiting != null && navigator.serviceWorker.controller !== null });
  update();
  registration.addEventListener('updatefound', () => registration?.installing?.addEventListener('statechange', update));
  setInterval(() => void registration?.update().catch(() => undefined), 60 * 60_000);
}

/** Activates the waiting version and reloads once it controls the page. */
export function activateNewVersion(reload: () => void): void {
  if (!registration?.waiting) return reload();
  takeOver(registration.waiting, reload);
}

/**
 * Lets a waiting version of the app take over; `then` is called once it controls the page and is active: Chromium can abort requests of a
 * page that is loaded while it is still being activated.
 */
export function takeOver(waiting: ServiceWorker, then: () => void): void {
  let isInControl = false;
  const done = new AbortController();
  const check = () => {
    if (!isInControl || waiting.state !== 'activated' || done.signal.aborted) return;
    done.abort();
    then();
  };
  const { signal } = done;
  waiting.addEventListener('statechange', check, { signal });
  navigator.serviceWorker.addEventListener(
    'controllerchange',
    () => {
      isInControl = true;
      check();
    },
    { signal },
  );
  waiting.postMessage({ type: 'skip-waiting' });
}
