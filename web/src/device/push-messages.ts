import type { PushSubscription as Subscription } from '@veld/contract';

/** Whether this device can get push messages: `ask` and `allowed` can, the others cannot. */
export type PushPermission = 'unsupported' | 'insecure' | 'denied' | 'ask' | 'allowed';

export function pushPermission(): PushPermission {
  if (!window.isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return 'unsupported';
  return ({ denied: 'denied', granted: 'allowed', default: 'ask' } as const)[Notification.permission];
}

/** Asks for permission if needed, which browsers allow only after a tap, and subscribes. Null if it was refused. */
export async function subscribeToPush(publicKey: string): Promise<Subscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const { pushManager } = await navigator.serviceWorker.ready;
  // One for another key, of a server that was set up anew, would be refused.
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const { endpoint, keys: { p256dh, auth } = {} } = made.toJSON();
  if (!endpoint || !p256dh || !auth) throw new TypeError('The subscription has no address or keys');
  return { endpoint, keys: { p256dh, auth } };
}

export async function unsubscribeFromPush(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
