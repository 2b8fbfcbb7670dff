import { afterEach, expect, it, vi } from 'vitest';
import { withCrossTabLock } from './ports';

afterEach(() => vi.unstubAllGlobals());

/** `navigator.locks`, which all tabs share. */
function sharedLocks() {
  const held = new Set<string>();
  const request = async (name: string, options: LockOptions, work: LockGrantedCallback<unknown>) => {
    if (!options.ifAvailable) throw new Error('It would wait for the other tab');
    if (held.has(name)) return work(null);
    held.add(name);
    return Promise.resolve(work({ name, mode: 'exclusive' })).finally(() => held.delete(name));
  };
  return { request };
}

it('only one tab updates the taxonomy at a time; another one goes on without waiting', async () => {
  vi.stubGlobal('navigator', { locks: sharedLocks() });
  const ran: string[] = [];
  let finish = () => {};
  const first = withCrossTabLock(async () => {
    ran.push('first');
    await new Promise<void>((resolve) => (finish = resolve));
  });
  expect(await withCrossTabLock(async () => void ran.push('second'))).toBe(false);
  finish();
  expect(await first).toBe(true);
  expect(await withCrossTabLock(async () => void ran.push('third'))).toBe(true);
  expect(ran).toEqual(['first', 'third']);
});

it('updates the taxonomy where the browser has no locks', async () => {
  vi.stubGlobal('navigator', {});
  const work = vi.fn<() => Promise<void>>(() => Promise.resolve());
  expect(await withCrossTabLock(work)).toBe(true);
  expect(work).toHaveBeenCalledOnce();
});
