import { listMediaAddresses, MAX_ADDRESSES, type MediaAddresses } from '@veld/contract';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Api } from '../net/api';
import type { Auth } from '../session/auth';
import { backoff, MAX_RETRY_AFTER_MS } from '../net/backoff';
import { CallError } from '../net/call-error';
import { type Clock, systemClock } from '../device/clock';
import { isSame } from '../outbox/is-same';
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

interface Parts {
  userId: string;
  api: Api;
  auth: Pick<Auth, 'state' | 'dropToken'>;
  clock?: Clock;
  events?: Pick<EventTarget, 'addEventListener'>;
}

export function createFreshAddresses(parts: Parts): FreshAddresses {
  return new AddressRequests(parts);
}

class AddressRequests implements FreshAddresses {
  readonly store = createStore<FreshState>(() => ({ answers: new Map(), settled: new Set() }));
  readonly #parts: Parts;
  readonly #clock: Clock;
  /** The number of pictures that wait for a photo's URLs. */
  readonly #wanted = new Map<string, number>();
  readonly #answeredAt = new Map<string, number>();
  #isFetching = false;
  #failures = 0;
  #suspendedUntil = 0;
  #cancelPlanned: (() => void) | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#clock = parts.clock ?? systemClock;
    (parts.events ?? globalThis).addEventListener('online', () => this.#onOnline());
  }

  readonly request = (photoId: string): (() => void) => {
    const answered = this.#answeredAt.get(photoId);
    if (answered !== undefined && Math.abs(this.#clock.now() - answered) < ANSWER_TTL_MS) return () => {};
    this.#wanted.set(photoId, (this.#wanted.get(photoId) ?? 0) + 1);
    this.#plan();
    const oldUrlAfter = this.#isSuspended() ? 0 : OLD_URL_AFTER_MS;
    if (!this.store.getState().settled.has(photoId)) this.#clock.after(oldUrlAfter, () => this.#settle([photoId]));
    let isCancelled = false;
    return () => {
      const count = this.#wanted.get(photoId);
      if (isCancelled || count === undefined) return;
      isCancelled = true;
      if (count > 1) this.#wanted.set(photoId, count - 1);
      else this.#wanted.delete(photoId);
    };
  };

  #settle(ids: readonly string[]): void {
    this.store.setState(({ settled }) => ({ settled: new Set([...settled, ...ids]) }));
  }

  /** Whether requests are suspended after failures. */
  #isSuspended(): boolean {
    const now = this.#clock.now();
    // A longer wait than the maximum was set before the device's clock was set back.
    return now < this.#suspendedUntil && this.#suspendedUntil - now <= MAX_RETRY_AFTER_MS;
  }

  #plan(): void {
    const wait = this.#isSuspended() ? this.#suspendedUntil - this.#clock.now() : BATCH_MS;
    this.#cancelPlanned ??= this.#clock.after(wait, () => {
      this.#cancelPlanned = null;
      void this.#fetch();
    });
  }

  async #fetch(): Promise<void> {
    const { userId, api, auth } = this.#parts;
    const ids = [...this.#wanted.keys()].slice(0, MAX_ADDRESSES);
    const { user, token } = auth.state();
    if (this.#isFetching || ids.length === 0) return;
    if (user?.id !== userId || !token) return this.#settle(ids);
    this.#isFetching = true;
    try {
      const { data } = await api.call(listMediaAddresses, { query: { ids: ids.join(',') } }, { token });
      this.#failures = this.#suspendedUntil = 0;
      this.#applyAnswer(ids, data);
    } catch (error) {
      this.#failures += 1;
      this.#suspendedUntil = this.#clock.now() + backoff(this.#failures, error instanceof CallError ? error.retryAfter : null);
      this.#settle(ids);
      if (error instanceof CallError && error.code === 'not_logged_in') await auth.dropToken(token);
    } finally {
      this.#isFetching = false;
    }
    if (this.#wanted.size > 0) this.#plan();
  }

  #applyAnswer(ids: readonly string[], data: readonly MediaAddresses[]): void {
    for (const id of ids) {
      this.#wanted.delete(id);
      this.#answeredAt.set(id, this.#clock.now());
    }
    this.store.setState(({ answers, settled }) => ({
      answers: new Map([...answers, ...ids.map((id) => [id, data.filter((one) => one.id === id)] as const)]),
      settled: new Set([...settled, ...ids]),
    }));
  }

  #onOnline(): void {
    this.#cancelPlanned?.();
    this.#cancelPlanned = null;
    this.#suspendedUntil = 0;
    if (this.#wanted.size > 0) this.#plan();
  }
}

/** The URLs of a photo with its current crop: the newer of the stored ones and those in the answers. */
export function newerAddresses(
  stored: StoredAddresses,
  answers: readonly MediaAddresses[] | undefined,
): Pick<LocalMedia, 'urls' | 'whole_urls'> {
  const same = answers?.find((one) => isSame(one.crop, stored.crop ?? null));
  const other = answers?.[0];
  const urls = newer(stored.urls, same?.urls);
  const whole_urls = stored.crop
    ? newer(stored.whole_urls, same?.whole_urls ?? (other && (other.crop ? other.whole_urls : other.urls)))
    : null;
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
