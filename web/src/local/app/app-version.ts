import { createStore } from 'zustand/vanilla';

/** Whether a newer version of the app is loaded and waits for the person's word (docs/faults.md C7). */
export const appVersionWaiting = createStore<{ isWaiting: boolean }>(() => ({ isWaiting: false }));

let registration: ServiceWorkerRegistration | null = null;

/** Keeps the app on the device. A new version waits: nothing reloads by itself while somebody writes. */
export async function keepAppOnDevice(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  registration = await navigator.serviceWorker.register('/service-worker.js', { scope: '/' }).catch(() => null);
  if (!registration) return;
  const look = () =>
    appVersionWaiting.setState({ isWaiting: registration?.waiting != null && navigator.serviceWorker.controller !== null });
  look();
  registration.addEventListener('updatefound', () => registration?.installing?.addEventListener('statechange', look));
  setInterval(() => void registration?.update().catch(() => undefined), 60 * 60_000);
}

/** Takes the waiting version and reloads once it is in charge. */
export function takeNewVersion(reload: () => void): void {
  if (!registration?.waiting) return reload();
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
  registration.waiting.postMessage({ type: 'skip-waiting' });
}
