import { listMediaAddresses, MAX_ADDRESSES, type MediaAddresses } from '@veld/contract';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Api } from '../net/api';
import type { Auth } from '../session/auth';
import { backoff, MAX_RETRY_AFTER_MS } from '../net/backoff';
import { CallError } from '../net/call-error';
import { type Clock, systemClock } from '../device/clock';
import { isSame } from '../outbox/merge';
import type { LocalMedia } from '../db/rows';

/*
 * URLs of pictures expire after at most two hours, and stored records have those of the day they were fetched. This requests new
 * URLs for photos that are not on this device, one request for all photos of a screen.
 */

type StoredAddresses = Pick<LocalMedia, 'urls' | 'crop' | 'whole_urls'>;

export interface FreshState {
  /** The server's answers since the page was opened, by photo id; an empty list if the photo has no URLs. */
  answers: ReadonlyMap<string, readonly MediaAddresses[]>;
  /** Photos that no longer wait for an answer, because it arrived or took too long. */
  settled: ReadonlySet<string>;
}

export interface FreshAddresses {
  store: StoreApi<FreshState>;
  /** Requests a photo's URLs, unless there is a recent answer. The returned function cancels a request not sent yet. */
  request(photoId: string): () => void;
}

const HOUR_MS = 3_600_000;
/** Collects the requests of one screen. */
const BATCH_MS = 50;
/** A photo is not requested again within this time, even if its picture fails to load. */
const ANSWER_TTL_MS = 5 * 60_000;
/** A picture waits this long for its new URL before the old one is tried, which the browser may have cached. */
const OLD_URL_AFTER_MS = 1500;
/** URLs this close to expiry are replaced. */
const EXPIRY_MARGIN_MS = 2 * 60_000;

export function createFreshAddresses(parts: {
  userId: string;
  api: Api;
  auth: Pick<Auth, 'state' | 'dropToken'>;
  clock?: Clock;
  events?: Pick<EventTarget, 'addEventListener'>;
}): FreshAddresses {
  const { userId, api, auth } = parts;
  const clock = parts.clock ?? systemClock;
  const store = createStore<FreshState>(() => ({ answers: new Map(), settled: new Set() }));
  /** The number of pictures that wait for a photo's URLs. */
  const wanted = new Map<string, number>();
  const answeredAt = new Map<string, number>();
  let isAsking = false;
  let failures = 0;
  let suspendedUntil = 0;
  let planned: (() => void) | null = null;

  const settle = (ids: readonly string[]) => store.setState(({ settled }) => ({ settled: new Set([...settled, ...ids]) }));

  function request(photoId: string): () => void {
    const answered = answeredAt.get(photoId);
    if (answered !== undefined && Math.abs(clock.now() - answered) < ANSWER_TTL_MS) return () => {};
    wanted.set(photoId, (wanted.get(photoId) ?? 0) + 1);
    plan();
    const patience = isSuspended() ? 0 : OLD_URL_AFTER_MS;
    if (!store.getState().settled.has(photoId)) clock.after(patience, () => settle([photoId]));
    let isTaken = false;
    return () => {
      const count = wanted.get(photoId);
      if (isTaken || count === undefined) return;
      isTaken = true;
      if (count > 1) wanted.set(photoId, count - 1);
      else wanted.delete(photoId);
    };
  }

  /** Whether requests are suspended after failures. */
  function isSuspended(): boolean {
    const now = clock.now();
    // A longer wait than the maximum was set before the device's clock was set back.
    return now < suspendedUntil && suspendedUntil - now <= MAX_RETRY_AFTER_MS;
  }

  function plan() {
    planned ??= clock.after(isSuspended() ? suspendedUntil - clock.now() : BATCH_MS, () => {
      planned = null;
      void ask();
    });
  }

  async function ask() {
    const ids = [...wanted.keys()].slice(0, MAX_ADDRESSES);
    const { user, token } = auth.state();
    if (isAsking || ids.length === 0) return;
    if (user?.id !== userId || !token) {
      settle(ids);
      return;
    }
    isAsking = true;
    try {
      const { data } = await api.call(listMediaAddresses, { query: { ids: ids.join(',') } }, { token });
      failures = suspendedUntil = 0;
      take(ids, data);
    } catch (error) {
      failures += 1;
      suspendedUntil = clock.now() + backoff(failures, error instanceof CallError ? error.retryAfter : null);
      settle(ids);
      if (error instanceof CallError && error.code === 'not_logged_in') await auth.dropToken(token);
    } finally {
      isAsking = false;
    }
    if (wanted.size > 0) plan();
  }

  function take(ids: readonly string[], data: readonly MediaAddresses[]) {
    for (const id of ids) {
      wanted.delete(id);
      answeredAt.set(id, clock.now());
    }
    store.setState(({ answers, settled }) => ({
      answers: new Map([...answers, ...ids.map((id) => [id, data.filter((one) => one.id === id)] as const)]),
      settled: new Set([...settled, ...ids]),
    }));
  }

  (parts.events ?? globalThis).addEventListener('online', () => {
    planned?.();
    planned = null;
    suspendedUntil = 0;
    if (wanted.size > 0) plan();
  });

  return { store, request };
}

/** The URLs of a photo with its current crop: the newer of the stored ones and those in the answers. */
export function newerAddresses(stored: StoredAddresses, answers: readonly MediaAddresses[] | undefined): Pick<LocalMedia, 'urls' | 'whole_urls'> {
  const same = answers?.find((one) => isSame(one.crop, stored.crop ?? null));
  const other = answers?.[0];
  const urls = newer(stored.urls, same?.urls);
  const whole_urls = stored.crop ? newer(stored.whole_urls, same?.whole_urls ?? (other && (other.crop ? other.whole_urls : other.urls))) : null;
  return { urls, ...(whole_urls ? { whole_urls } : {}) };
}

type Urls = LocalMedia['urls'] | undefined;

function newer(one: Urls, other: Urls): NonNullable<Urls> | null {
  if (!one || !other) return one ?? other ?? null;
  return hourOf(other[512]) > hourOf(one[512]) ? other : one;
}

/** Whether URLs are missing, expired or about to expire, by this device's clock. */
export function isExpired(urls: Urls, now: number): boolean {
  return !urls || now > (hourOf(urls[512]) + 2) * HOUR_MS - EXPIRY_MARGIN_MS;
}

/** The hour in which a URL was signed; URLs without one never expire. */
function hourOf(address: string): number {
  const hour = /[?&]e=(\d+)/.exec(address)?.[1];
  return hour === undefined ? Infinity : Number(hour);
}
