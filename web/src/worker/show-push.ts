/// <reference lib="webworker" />

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
  const data: { path?: unknown } | null = notification.data;
  const path = innerPath(data?.path);
  const [open] = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (!open) return void (await scope.clients.openWindow(path));
  // Before the focus, which a browser may refuse.
  open.postMessage({ type: 'open', path });
  await open.focus().catch(() => undefined);
}

/** What the server sends to this device. */
interface PushMessage {
  title: string;
  body: string;
  path: string;
  tag: string;
}

/** A message of the server; null if it is anything else. */
export function readPush(text: string | undefined): PushMessage | null {
  try {
    const { title, body, path, tag }: Record<string, unknown> = JSON.parse(text ?? '');
    if (typeof title !== 'string' || typeof body !== 'string' || typeof tag !== 'string') return null;
    return { title, body, path: innerPath(path), tag };
  } catch {
    return null;
  }
}

const ORIGIN = 'https://veld.invalid';

/** A path of this app; that of the list for anything else, such as an address of another site. */
export function innerPath(path: unknown): string {
  if (typeof path !== 'string' || !path.startsWith('/') || !URL.canParse(path, ORIGIN)) return '/notifications';
  const url = new URL(path, ORIGIN);
  return url.origin === ORIGIN ? url.pathname + url.search + url.hash : '/notifications';
}
