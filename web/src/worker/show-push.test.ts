import { describe, expect, it, vi } from 'vitest';
import { openPush, showPush, innerPath, readPush } from './show-push';

/** A service worker with open windows. */
function worker(...windows: { postMessage: unknown; focus: unknown }[]) {
  const showNotification = vi.fn<(title: string, options: object) => Promise<void>>().mockResolvedValue();
  const openWindow = vi.fn<(path: string) => Promise<null>>().mockResolvedValue(null);
  const scope = { registration: { showNotification }, clients: { matchAll: () => Promise.resolve(windows), openWindow } };
  return { scope: scope as unknown as ServiceWorkerGlobalScope, showNotification, openWindow };
}
const aWindow = (focus: () => Promise<unknown> = () => Promise.resolve()) => ({ postMessage: vi.fn<(message: unknown) => void>(), focus });
const notification = (data: unknown) => {
  const close = vi.fn<() => void>();
  return { close, data } as unknown as Notification;
};

describe('a push message in the service worker', () => {
  it('is shown, and open windows are notified', async () => {
    const open = aWindow();
    const { scope, showNotification } = worker(open);
    await showPush(scope, JSON.stringify({ title: 'a moth', body: 'ben commented', tag: 'comment 1', path: '/observations/1' }));
    expect(showNotification.mock.calls).toEqual([
      ['a moth', { body: 'ben commented', tag: 'comment 1', icon: '/icon-192.png', data: { path: '/observations/1' } }],
    ]);
    expect(open.postMessage).toHaveBeenCalledWith({ type: 'notified' });
  });

  it('that cannot be read is shown without words, because browsers require it', async () => {
    const { scope, showNotification } = worker();
    await showPush(scope, 'hello');
    expect(showNotification.mock.calls[0]).toMatchObject(['Veld', { data: { path: '/notifications' } }]);
  });

  it('opens what it is about in an open window, also where that may not take the focus, else in a new one', async () => {
    const open = aWindow(() => Promise.reject(new Error('not allowed')));
    const first = worker(open);
    const shown = notification({ path: '/observations/1' });
    await openPush(first.scope, shown);
    expect(shown.close).toHaveBeenCalled();
    expect(open.postMessage).toHaveBeenCalledWith({ type: 'open', path: '/observations/1' });
    expect(first.openWindow).not.toHaveBeenCalled();
    const second = worker();
    await openPush(second.scope, notification({ path: 'https://example.org' }));
    expect(second.openWindow).toHaveBeenCalledWith('/notifications');
  });
});

describe('a push message', () => {
  it('leads only to a path of this app', () => {
    expect(innerPath('/observations/1?a=b#comments')).toBe('/observations/1?a=b#comments');
    for (const path of ['https://example.org/', '//example.org', '/\\example.org', 'javascript:alert(1)', 'feed', '', null, 5])
      expect(innerPath(path), String(path)).toBe('/notifications');
  });

  it('is shown only if the server sent it', () => {
    const message = { title: 'Great tit', body: 'Anna commented', path: '/observations/1', tag: 'a' };
    expect(readPush(JSON.stringify(message))).toEqual(message);
    expect(readPush(JSON.stringify({ ...message, path: 'https://example.org' }))).toEqual({ ...message, path: '/notifications' });
    for (const text of [undefined, '', 'hello', '[]', '{"title":"A"}', 'null']) expect(readPush(text), text).toBeNull();
  });
});
