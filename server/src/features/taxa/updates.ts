import type { NameLanguage, TaxonomyUpdates } from '@veld/contract';
import type { Context } from '../../http/context.ts';
import type { FairQueue } from '../../http/fair-queue.ts';
import { type Cursor, readCursor, writeCursor } from './cursor.ts';
import { versionCache } from './version-cache.ts';
import { readAt, withCurrent, type CachedState } from './state.ts';
import { type CopyCounts, type CopyScope, countCopy } from './store.ts';

export interface CheckRequest {
  isCountry: boolean;
  country: string | null;
  languages: readonly NameLanguage[];
  /** The number of rows on the device, for the global copy plus the skipped taxa without a name (decision 0021). */
  count: number | undefined;
  since: string | undefined;
  /** The network address of who asks. */
  from: string;
}

const CACHE_SIZE = 5_000;

/**
 * Returns a function that checks whether a copy on a device is current, and whether a delta can update it. A delta requires a copy
 * that was complete at `since`: it has all taxa unchanged since then, and any number of the changed ones. With any other count, rows
 * are missing or surplus, and a full update is required. Every device checks each minute, so counts are cached by version, scope and
 * cursor.
 */
export function updateChecks(
  context: Pick<Context, 'db'>,
  state: CachedState,
  builds: FairQueue,
): (request: CheckRequest) => Promise<TaxonomyUpdates> {
  const cache = versionCache<CopyCounts>(CACHE_SIZE, () => 1);

  function counts(version: Cursor, scope: CopyScope, since: number, from: string): Promise<CopyCounts | null> {
    const dependsOnLanguages = scope.country !== null && !scope.languages.includes('sci');
    const key = [scope.country, since, dependsOnLanguages ? scope.languages.toSorted().join() : ''].join(' ');
    return cache.get(writeCursor(version), key, () =>
      builds.run(from, () => readAt(context.db, version, (tx) => countCopy(tx, scope, since))),
    );
  }

  return async (request) => {
    const { isCountry, country, languages, count } = request;
    const since = request.since === undefined ? null : readCursor(request.since);
    let current = await state.current();
    // Another server may have changed the taxonomy since this process read its version.
    if (since && (since.epoch !== current.epoch || since.seq > current.seq)) current = await state.fresh();
    return withCurrent(state, current, async (version) => {
      const response = { database_version: version.epoch, last_updated_at: writeCursor(version), cancel: false };
      // Worldwide is not a country and has no country copy.
      if (isCountry && country === null) return { ...response, update_required: false, full_reindex: false, total: 0 };
      const isKnown = since !== null && since.epoch === version.epoch && since.seq <= version.seq;
      const found = await counts(version, { country: isCountry ? country : null, languages }, isKnown ? since.seq : 0, request.from);
      if (!found) return null;
      const { total, unchanged, changed } = found;
      const isDeltaPossible = count === undefined || (count >= unchanged && count <= unchanged + changed);
      const full_reindex = !isKnown || !isDeltaPossible;
      const isBehind = isKnown && since.seq < version.seq;
      const hasOtherCount = count !== undefined && count !== total;
      return { ...response, update_required: full_reindex || isBehind || hasOtherCount, full_reindex, total };
    });
  };
}
