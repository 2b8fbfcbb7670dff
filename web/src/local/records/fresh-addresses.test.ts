import type { MediaAddresses } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { createFreshAddresses, isExpired, newerAddresses } from './fresh-addresses';
import { newId } from '../db/ids';
import { device } from '../testing/app';
import { waitForIdle } from '../testing/fake-clock';
import { type Asked, type Fault, json, problem } from '../testing/veld-server';

const HOUR = 3_600_000;
const urls = (name: string, hour: number) => {
  const url = (size: number) => `/api/media/${name}/${size}?e=${hour}&s=x`;
  return { 128: url(128), 512: url(512), 1600: url(1600) };
};
const left = { x: 0, y: 0, width: 0.5, height: 1 };
const right = { x: 0.5, y: 0, width: 0.5, height: 1 };

/** A device of anna's whose server answers with addresses of its hour for every photo but those in `missing`. */
function anna(missing: string[] = []) {
  const parts = device();
  const { server, clock } = parts;
  const asked: string[][] = [];
  let fault: Fault = null;
  server.fault = ({ path }: Asked) => {
    if (!path.startsWith('/api/media/addresses')) return null;
    const ids = new URL(path, 'https://veld.test').searchParams.get('ids')!.split(',');
    asked.push(ids);
    if (fault) return fault;
    const hour = Math.floor(clock.now() / HOUR);
    const data = ids
      .filter((id) => !missing.includes(id))
      .map((id): MediaAddresses => ({ id, thumbhash: null, urls: urls(id, hour), crop: null }));
    return json({ data });
  };
  const fresh = createFreshAddresses({ ...parts.parts, userId: parts.user.id });
  return { ...parts, ...fresh, asked, failWith: (next: Fault) => (fault = next) };
}

describe('addresses of pictures that are over', () => {
  it('are requested again, those of a screen in one request, and not repeatedly', async () => {
    const { request, store, asked, clock } = anna();
    const ids = Array.from({ length: 30 }, newId);
    for (const id of ids) request(id);
    request(ids[0]!);
    await clock.advance(100);
    await waitForIdle();
    expect(asked.map((one) => one.length)).toEqual([30]);
    expect(store.getState().answers.get(ids[7]!)).toMatchObject([{ urls: { 512: expect.stringContaining(ids[7]!) } }]);
    for (const id of ids) request(id);
    await clock.advance(60_000);
    expect(asked).toHaveLength(1);
    await clock.advance(3 * HOUR);
    request(ids[0]!);
    await clock.advance(100);
    expect(asked[1]).toEqual([ids[0]]);
  });

  it('of more photos than one request takes are asked for in several, one after another', async () => {
    const { request, store, asked, clock } = anna();
    const ids = Array.from({ length: 250 }, newId);
    for (const id of ids) request(id);
    await clock.advance(1000);
    expect(asked.map((one) => one.length)).toEqual([100, 100, 50]);
    expect(store.getState().answers.size).toBe(250);
  });

  it('are not asked for when the picture has left the screen before the request did', async () => {
    const { request, asked, clock } = anna();
    const [one, other] = [newId(), newId()];
    const leave = request(one);
    request(other);
    leave();
    leave();
    await clock.advance(1000);
    expect(asked).toEqual([[other]]);
  });

  it('that the server has not, as of a deleted record, are not asked for again and again', async () => {
    const gone = newId();
    const { request, store, asked, clock } = anna([gone]);
    for (let count = 0; count < 20; count++) {
      request(gone);
      await clock.advance(1000);
    }
    expect(asked).toHaveLength(1);
    expect(store.getState().answers.get(gone)).toEqual([]);
  });

  it('back off while the network is down, while the old ones may be tried; the network’s return ends the wait', async () => {
    const { request, store, asked, clock, parts, failWith } = anna();
    failWith('no-connection');
    const id = newId();
    request(id);
    expect(store.getState().settled.has(id)).toBe(false);
    await clock.advance(100);
    expect(store.getState().settled.has(id)).toBe(true);
    for (let count = 0; count < 50; count++) {
      request(newId())();
      await clock.advance(10);
    }
    expect(asked).toHaveLength(1);
    await clock.advance(HOUR);
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.length).toBeLessThan(30);
    const before = asked.length;
    failWith(null);
    parts.events.dispatchEvent(new Event('online'));
    await clock.advance(100);
    expect(asked).toHaveLength(before + 1);
    expect(store.getState().answers.has(id)).toBe(true);
    await clock.advance(HOUR);
    expect(asked).toHaveLength(before + 1);
  });

  it('are not waited for long on a network that answers nothing', async () => {
    const { request, store, clock, parts } = anna();
    const silent = createFreshAddresses({
      ...parts,
      userId: parts.database.userId,
      api: { ...parts.api, call: () => new Promise(() => {}) },
    });
    const id = newId();
    silent.request(id);
    await clock.advance(1000);
    expect(silent.store.getState().settled.has(id)).toBe(false);
    await clock.advance(1000);
    expect(silent.store.getState().settled.has(id)).toBe(true);
    expect(store.getState().settled.has(id)).toBe(false);
    request(id)();
  });

  it('are not asked for with another person’s session, and an ended session is reported once', async () => {
    const { request, asked, clock, auth, droppedTokens, failWith } = anna();
    const { user } = auth.state();
    auth.store.setState({ user: { ...user!, id: newId() } });
    request(newId());
    await clock.advance(1000);
    expect(asked).toEqual([]);
    auth.store.setState({ user });
    failWith(problem(401, 'not_logged_in'));
    request(newId());
    await clock.advance(HOUR);
    expect(asked).toHaveLength(1);
    expect(droppedTokens).toEqual(['token-1']);
  });
});

describe('of two sets of addresses', () => {
  const of = (change: Partial<MediaAddresses>): MediaAddresses => ({ id: 'a', thumbhash: null, urls: null, crop: null, ...change });

  it('the newer one is taken, of the crop that is wanted here', () => {
    const kept = { urls: urls('a', 10), crop: null };
    expect(newerAddresses(kept, undefined)).toEqual({ urls: urls('a', 10) });
    expect(newerAddresses(kept, [])).toEqual({ urls: urls('a', 10) });
    expect(newerAddresses(kept, [of({ urls: urls('a', 12) })])).toEqual({ urls: urls('a', 12) });
    expect(newerAddresses(kept, [of({ urls: urls('a', 9) })])).toEqual({ urls: urls('a', 10) });
    expect(newerAddresses({ urls: null }, [of({ urls: urls('a', 12) })])).toEqual({ urls: urls('a', 12) });
    const halves = [
      of({ crop: left, urls: urls('left', 12), whole_urls: urls('whole', 12) }),
      of({ crop: right, urls: urls('right', 12), whole_urls: urls('whole', 12) }),
    ];
    expect(newerAddresses({ crop: right, urls: urls('right', 10) }, halves)).toEqual({
      urls: urls('right', 12),
      whole_urls: urls('whole', 12),
    });
    // Shown whole here: what was cut away elsewhere is no picture of this one.
    expect(newerAddresses(kept, halves)).toEqual({ urls: urls('a', 10) });
  });

  it('a crop that the server has not made yet is shown from the whole picture', () => {
    const waiting = { crop: left, urls: null, whole_urls: urls('whole', 3) };
    expect(newerAddresses(waiting, [of({ urls: urls('a', 12) })])).toEqual({ urls: null, whole_urls: urls('a', 12) });
    expect(newerAddresses(waiting, [of({ crop: right, whole_urls: urls('whole', 12) })])).toEqual({
      urls: null,
      whole_urls: urls('whole', 12),
    });
  });

  it('is over at the end of the hour after the one it was signed in, and a minute or two before', () => {
    const hour = 500_000;
    const end = (hour + 2) * HOUR;
    expect(isExpired(urls('a', hour), end - 10 * 60_000)).toBe(false);
    expect(isExpired(urls('a', hour), end - 60_000)).toBe(true);
    expect(isExpired(null, 0)).toBe(true);
    expect(isExpired({ 128: '/a', 512: '/a', 1600: '/a' }, end)).toBe(false);
  });
});
