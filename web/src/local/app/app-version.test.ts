import { afterEach, expect, it, vi } from 'vitest';
import { activateNewVersion, appVersionWaiting, registerServiceWorker } from './app-version';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  appVersionWaiting.setState({ isWaiting: false });
});

it('a new version is looked for every hour, waits for the person, and then controls the page before it reloads', async () => {
  vi.useFakeTimers();
  vi.stubEnv('DEV', false);
  const installing = new EventTarget();
  const waiting = Object.assign(new EventTarget(), { state: 'installed', postMessage: vi.fn<(message: unknown) => void>() });
  const registration = Object.assign(new EventTarget(), {
    update: vi.fn<() => Promise<void>>().mockRejectedValue(new TypeError('no connection')),
    installing: null as EventTarget | null,
    waiting: null as typeof waiting | null,
  });
  const serviceWorker = Object.assign(new EventTarget(), { controller: {}, register: () => Promise.resolve(registration) });
  vi.stubGlobal('navigator', { serviceWorker });
  await registerServiceWorker();
  expect(appVersionWaiting.getState().isWaiting).toBe(false);
  await vi.advanceTimersByTimeAsync(3_599_999);
  expect(registration.update).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(registration.update).toHaveBeenCalledOnce();

  const reload = vi.fn<() => void>();
  registration.installing = installing;
  registration.dispatchEvent(new Event('updatefound'));
  registration.waiting = waiting;
  installing.dispatchEvent(new Event('statechange'));
  expect(appVersionWaiting.getState().isWaiting).toBe(true);
  activateNewVersion(reload);
  expect(waiting.postMessage).toHaveBeenCalledExactlyOnceWith({ type: 'skip-waiting' });
  expect(reload).not.toHaveBeenCalled();
  waiting.state = 'activating';
  serviceWorker.dispatchEvent(new Event('controllerchange'));
  expect(reload).not.toHaveBeenCalled();
  waiting.state = 'activated';
  waiting.dispatchEvent(new Event('statechange'));
  expect(reload).toHaveBeenCalledOnce();
});
