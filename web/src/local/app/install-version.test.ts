import { afterEach, expect, it, vi } from 'vitest';
import { installNewVersion } from './install-version';

afterEach(() => vi.unstubAllGlobals());

function browser(state: { installing?: Worker | null; waiting?: Worker | null; update?: () => Promise<void> }) {
  const registration = {
    update: vi.fn<() => Promise<void>>(state.update ?? (() => Promise.resolve())),
    installing: null,
    waiting: null,
    ...state,
  };
  registration.update = vi.fn<() => Promise<void>>(state.update ?? (() => Promise.resolve()));
  const serviceWorker = Object.assign(new EventTarget(), { getRegistration: () => Promise.resolve(registration) });
  vi.stubGlobal('navigator', { serviceWorker });
  return { registration, serviceWorker };
}

class FakeWorker extends EventTarget {
  state = 'installing';
  readonly posted: unknown[] = [];
  postMessage(message: unknown) {
    this.posted.push(message);
  }
  become(state: string) {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}
type Worker = FakeWorker;
const settle = () => new Promise((done) => setTimeout(done));

it('waits until the new version is installed and controls the page before it reloads', async () => {
  const worker = new FakeWorker();
  const { registration, serviceWorker } = browser({ installing: worker });
  const reload = vi.fn<() => void>();
  const installing = installNewVersion(reload);
  await settle();
  expect(registration.update).toHaveBeenCalledOnce();
  expect(worker.posted).toEqual([]);
  Object.assign(registration, { installing: null, waiting: worker });
  worker.become('installed');
  await settle();
  expect(worker.posted).toEqual([{ type: 'skip-waiting' }]);
  expect(reload).not.toHaveBeenCalled();
  // Also when it is active before it controls the page.
  worker.become('activated');
  expect(reload).not.toHaveBeenCalled();
  serviceWorker.dispatchEvent(new Event('controllerchange'));
  await installing;
  expect(reload).toHaveBeenCalledOnce();
});

it('reloads at once when there is nothing newer, and not at all when it cannot be fetched or installed', async () => {
  const reload = vi.fn<() => void>();
  browser({});
  await installNewVersion(reload);
  expect(reload).toHaveBeenCalledOnce();
  browser({ update: () => Promise.reject(new TypeError('Failed to fetch')) });
  await expect(installNewVersion(reload)).rejects.toThrow('Failed to fetch');
  const broken = new FakeWorker();
  browser({ installing: broken });
  const installing = installNewVersion(reload);
  await settle();
  broken.become('redundant');
  await expect(installing).rejects.toThrow('could not be installed');
  expect(reload).toHaveBeenCalledOnce();
});
