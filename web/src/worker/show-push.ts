/// <reference lib="webworker" />
import { innerPath, readPush } from './push-message';

/** Shows a message from the server, and notifies open windows. */
export async function showPush(scope: ServiceWorkerGlobalScope, text: string | undefined): Promise<void> {
  // Browsers require that every message is shown, even one that cannot be read.
  const { title, body, path, tag } = readPush(text) ?? { title: 'Veld', body: '', path: '/notifications', tag: 'veld' };
  await scope.registration.showNotification(title, { body, tag, icon: '/icon-192.png', data: { path } });
  for (const client of await scope.clients.matchAll({ type: 'window' })) client.postMessage({ type: 'notified' });
}

/** Opens what a message is about: in an open window if there is one. */
export async function openPush(scope: ServiceWorkerGlobalScope, notification: Notification): Promise<void> {
  notification.close();
  const path = innerPath((notification.data as { path?: unknown } | null)?.path);
  const [open] = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (!open) return void (await scope.clients.openWindow(path));
  // Before the focus, which a browser may refuse.
  open.postMessage({ type: 'open', path });
  await open.focus().catch(() => undefined);
}
