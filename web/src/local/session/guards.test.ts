import { describe, expect, it, vi } from 'vitest';
import { appGuards, createGuards, type Guard } from './guards';

const context = { url: new URL('https://veld.test/feed') };
const pass: Guard = () => null;

interface Someone {
  user: { roles: string[] } | null;
  token: string | null;
}

function guardsFor(
  state: Someone,
  more: { fetchUser?: () => Promise<unknown>; ready?: () => Promise<unknown>; isEmbedKey?: (key: string) => Promise<boolean> } = {},
) {
  const fetchUser = vi.fn<(options: { force: boolean }) => Promise<unknown>>(more.fetchUser ?? (() => Promise.resolve(null)));
  const auth = { ready: more.ready ?? (() => Promise.resolve()), fetchUser, state: () => state };
  return { run: createGuards(appGuards({ auth, isEmbedKey: more.isEmbedKey ?? (() => Promise.resolve(true)) })), fetchUser };
}

const nobody: Someone = { user: null, token: null };
const somebody: Someone = { user: { roles: ['user'] }, token: 't' };

describe('decision 0023: running guards', () => {
  it('looks all names up first: an unknown one throws before any guard has run', async () => {
    const first = vi.fn<Guard>(pass);
    const run = createGuards({ 'check-auth': first, auth: first });
    await expect(run(['auth', 'admin'], context)).rejects.toThrow(/^Undefined middleware \[admin\]$/);
    await expect(run(['toString'], context)).rejects.toThrow('Undefined middleware [toString]');
    expect(first).not.toHaveBeenCalled();
  });

  it('runs them one after another, awaited, check-auth first and once', async () => {
    const order: string[] = [];
    const slow =
      (name: string): Guard =>
      async () => {
        order.push(`${name} begins`);
        await new Promise((resolve) => setTimeout(resolve, 5));
        order.push(`${name} ends`);
        return null;
      };
    const run = createGuards({ 'check-auth': slow('check-auth'), auth: slow('auth'), curator: slow('curator') });
    expect(await run(['auth', 'check-auth', 'curator'], context)).toBeNull();
    expect(order).toEqual(['check-auth begins', 'check-auth ends', 'auth begins', 'auth ends', 'curator begins', 'curator ends']);
  });

  it('the first redirect ends the chain', async () => {
    const after = vi.fn<Guard>(pass);
    const run = createGuards({ 'check-auth': pass, auth: () => ({ redirect: '/welcome' }), curator: after });
    expect(await run(['auth', 'curator'], context)).toEqual({ redirect: '/welcome' });
    expect(after).not.toHaveBeenCalled();
  });
});

describe('decision 0023: check-auth', () => {
  it('waits for the stored state', async () => {
    let open = () => {};
    const { run } = guardsFor(somebody, { ready: () => new Promise<void>((resolve) => (open = resolve)) });
    let isDone = false;
    const running = run([], context).then(() => (isDone = true));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(isDone).toBe(false);
    open();
    await running;
  });

  it('on the first navigation only, a token without a user causes one forced fetch, shared by callers at the same time', async () => {
    const { run, fetchUser } = guardsFor({ user: null, token: 't' });
    await Promise.all([run([], context), run([], context)]);
    await run([], context);
    expect(fetchUser).toHaveBeenCalledTimes(1);
    expect(fetchUser).toHaveBeenCalledWith({ force: true });
    const other = guardsFor(somebody);
    await other.run([], context);
    expect(other.fetchUser).not.toHaveBeenCalled();
  });

  it('never redirects, also when the fetch fails', async () => {
    const { run } = guardsFor({ user: null, token: 't' }, { fetchUser: () => Promise.reject(new Error('no network')) });
    expect(await run([], context)).toBeNull();
  });
});

describe('decision 0023: auth and guest', () => {
  it('auth passes on a user, guest redirects on user and token', async () => {
    const withoutToken = { user: { roles: ['user'] }, token: null };
    expect(await guardsFor(nobody).run(['auth'], context)).toEqual({ redirect: '/welcome' });
    expect(await guardsFor(somebody).run(['auth'], context)).toBeNull();
    expect(await guardsFor(withoutToken).run(['auth'], context)).toBeNull();
    expect(await guardsFor(somebody).run(['guest'], context)).toEqual({ redirect: '/' });
    expect(await guardsFor(nobody).run(['guest'], context)).toBeNull();
    // A cleared token leaves the person in the app, and /login stays reachable.
    expect(await guardsFor(withoutToken).run(['guest'], context)).toBeNull();
  });
});

describe('guards of ours', () => {
  it('curator shows others the forbidden screen', async () => {
    expect(await guardsFor(somebody).run(['auth', 'curator'], context)).toEqual({ show: 'forbidden' });
    for (const role of ['curator', 'admin'])
      expect(await guardsFor({ user: { roles: [role] }, token: 't' }).run(['curator'], context)).toBeNull();
  });

  it('embed-key wants a key that the server knows, and opens where it cannot ask', async () => {
    const at = (key: string) => ({ url: new URL(`https://veld.test/embed${key}`) });
    const good = `?key=${'k'.repeat(43)}`;
    const isEmbedKey = vi.fn<(key: string) => Promise<boolean>>(() => Promise.resolve(true));
    expect(await guardsFor(nobody, { isEmbedKey }).run(['embed-key'], at(''))).toEqual({ show: 'not-found' });
    expect(await guardsFor(nobody, { isEmbedKey }).run(['embed-key'], at('?key=<script>'))).toEqual({ show: 'not-found' });
    expect(await guardsFor(nobody, { isEmbedKey }).run(['embed-key'], at(`${good}&key=x`))).toEqual({ show: 'not-found' });
    expect(isEmbedKey).not.toHaveBeenCalled();
    expect(await guardsFor(nobody, { isEmbedKey }).run(['embed-key'], at(good))).toBeNull();
    expect(await guardsFor(nobody, { isEmbedKey: () => Promise.resolve(false) }).run(['embed-key'], at(good))).toEqual({
      show: 'not-found',
    });
    expect(await guardsFor(nobody, { isEmbedKey: () => Promise.reject(new Error('offline')) }).run(['embed-key'], at(good))).toBeNull();
  });
});
