import type { Db, Tx } from '../../db/open.ts';
import { onceVisible } from '../../db/transaction.ts';
import { growingCache } from '../../lru.ts';
import type { Standing } from './standing.ts';

/** For this long, changes that another process makes to a session or its user are not seen (decision 0038). */
const MAX_AGE_MS = 2_000;
/** Number of sessions. */
const CACHE_SIZE = 10_000;

/** The user and session of a valid token, with all that a request needs to know of them. */
export interface CallerRow {
  user_id: string;
  session_id: string;
  name: string;
  roles: readonly string[];
  is_pro: boolean;
  standing: Standing | null;
  country_code: string | null;
  time_zone: string | null;
  language: string | null;
  email_confirmed_at: Date | null;
  last_seen_at: Date;
  expires_at: Date;
}

type FindCaller = (db: Db, tokenHash: string, now: Date) => Promise<CallerRow | undefined>;

/** One cache for each connection pool, and so for each server. */
const caches = new WeakMap<Db, CallerCache>();

function cacheOf(db: Db): CallerCache {
  let cache = caches.get(db);
  if (!cache) caches.set(db, (cache = new CallerCache()));
  return cache;
}

/** The caller with a token: at once from the cache, or else found by `find`. Unknown tokens are not cached. */
export function cachedCaller(
  db: Db,
  tokenHash: string,
  now: Date,
  find: FindCaller,
): CallerRow | undefined | Promise<CallerRow | undefined> {
  const cache = cacheOf(db);
  return cache.get(tokenHash, now) ?? cache.find(db, tokenHash, now, find);
}

/** Every function that changes a column of `CallerRow`, or ends a session, calls this after the statement. */
export function forgetCaller(on: Db | Tx, userId: string): void {
  onceVisible(on, (db) => cacheOf(db).forget(userId));
}

/** For tests, which change sessions and users over a connection of their own. */
export function forgetAllCallers(db: Db): void {
  cacheOf(db).forgetAll();
}

class CallerCache {
  readonly #rows = growingCache<string, CallerRow>(CACHE_SIZE, {
    ttl: MAX_AGE_MS,
    dispose: (row, tokenHash) => this.#removeFromUser(row.user_id, tokenHash),
  });
  /** The cached token hashes of each user. */
  readonly #ofUser = new Map<string, Set<string>>();
  #generation = 0;

  get(tokenHash: string, now: Date): CallerRow | undefined {
    const cached = this.#rows.get(tokenHash);
    return cached && cached.expires_at > now ? cached : undefined;
  }

  async find(db: Db, tokenHash: string, now: Date, find: FindCaller): Promise<CallerRow | undefined> {
    const generation = this.#generation;
    const start = performance.now();
    const row = await find(db, tokenHash, now);
    // What was read before a change may be older than it.
    if (row && generation === this.#generation) {
      this.#rows.set(tokenHash, row, { start });
      const hashes = this.#ofUser.get(row.user_id);
      if (hashes) hashes.add(tokenHash);
      else this.#ofUser.set(row.user_id, new Set([tokenHash]));
    }
    return row;
  }

  forget(userId: string): void {
    this.#generation += 1;
    for (const tokenHash of this.#ofUser.get(userId) ?? []) this.#rows.delete(tokenHash);
  }

  forgetAll(): void {
    this.#generation += 1;
    this.#rows.clear();
  }

  #removeFromUser(userId: string, tokenHash: string): void {
    const hashes = this.#ofUser.get(userId);
    if (hashes?.delete(tokenHash) && hashes.size === 0) this.#ofUser.delete(userId);
  }
}
