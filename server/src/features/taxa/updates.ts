import type { NameLanguage, TaxonomyUpdates } from '@veld/contract';
import type { Context } from '../../http/context.ts';
import { type Cursor, readCursor, writeCursor } from './cursor.ts';
import { versionCache } from './version-cache.ts';
import { ofCurrent, readAt } from './snapshot.ts';
import type { KnownState } from './state.ts';
import { type CopyFigures, type CopyScope, findFigures } from './store.ts';

export interface CheckAsk {
  isCountry: boolean;
  country: string | null;
  languages: readonly NameLanguage[];
  /** The device's count: rows, plus for the global copy the skipped nameless taxa (decision 0021). */
  count: number | undefined;
  since: string | undefined;
}

const FIGURES_KEPT = 5_000;

/**
 * Whether a copy on a device is current, and whether a delta can update it. A delta requires a copy that was complete at `since`:
 * it has every taxon unchanged since then, and any number of the changed ones. Any other count means missing or surplus rows, and
 * so does a difference when nothing has changed: then a full update. Every device asks each minute, so counts are cached per
 * version, scope and cursor.
 */
export function updateChecks(context: Pick<Context, 'db'>, state: KnownState): (ask: CheckAsk) => Promise<TaxonomyUpdates> {
  const kept = versionCache<CopyFigures>(FIGURES_KEPT, () => 1);

  function figures(of: Cursor, scope: CopyScope, since: number): Promise<CopyFigures | null> {
    const decides = scope.country !== null && !scope.languages.includes('sci');
    const key = [scope.country, since, decides ? scope.languages.toSorted().join() : ''].join(' ');
    return kept.get(writeCursor(of), key, () => readAt(context.db, of, (tx) => findFigures(tx, scope, since)));
  }

  return async (ask) => {
    const since = ask.since === undefined ? null : readCursor(ask.since);
    let current = await state.current();
    // Another server may be ahead of what this process knows.
    if (since && (since.epoch !== current.epoch || since.seq > current.seq)) current = await state.fresh();
    return ofCurrent(state, current, async (of) => {
      const answer = { database_version: of.epoch, last_updated_at: writeCursor(of), cancel: false };
      // Worldwide is not a country and has no country copy.
      if (ask.isCountry && ask.country === null) return { ...answer, update_required: false, full_reindex: false, total: 0 };
      const isKnown = since !== null && since.epoch === of.epoch && since.seq <= of.seq;
      const scope = { country: ask.isCountry ? ask.country : null, languages: ask.languages };
      const found = await figures(of, scope, isKnown ? since.seq : 0);
      if (!found) return null;
      const { total, unchanged, changed } = found;
      const isMendable = ask.count === undefined || (ask.count >= unchanged && ask.count <= unchanged + changed);
      const full_reindex = !isKnown || !isMendable;
      const isBehind = isKnown && since.seq < of.seq;
      const differs = ask.count !== undefined && ask.count !== total;
      return { ...answer, update_required: full_reindex || isBehind || differs, full_reindex, total };
    });
  };
}
