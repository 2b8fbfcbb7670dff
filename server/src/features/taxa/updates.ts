import type { NameLanguage, TaxonomyUpdates } from '@veld/contract';
import type { Context } from '../../http/context.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { findFigures, findState } from './store.ts';

export interface CheckAsk {
  isCountry: boolean;
  country: string | null;
  languages: readonly NameLanguage[];
  /** What the device counts: rows, and for the global copy the nameless ones it skipped (decisions.md 5.9). */
  count: number | undefined;
  since: string | undefined;
}

/**
 * Whether a copy on a device is current, and whether what it lacks can be had as a delta. A delta mends a copy that was
 * whole at `since`: such a copy has every taxon unchanged since, and of the changed ones any number. A count outside of that
 * means that the copy has a hole or a surplus, and so does a difference when nothing has changed: then everything anew.
 */
export async function checkUpdates(context: Pick<Context, 'db'>, ask: CheckAsk): Promise<TaxonomyUpdates> {
  return context.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const state = await findState(tx);
      const answer = { database_version: state.epoch, last_updated_at: writeCursor(state), cancel: false };
      // Worldwide is no country, and no country has no copy.
      if (ask.isCountry && ask.country === null) return { ...answer, update_required: false, full_reindex: false, total: 0 };
      const since = ask.since === undefined ? null : readCursor(ask.since);
      const isKnown = since !== null && since.epoch === state.epoch && since.seq <= state.seq;
      const scope = { country: ask.isCountry ? ask.country : null, languages: ask.languages };
      const { total, unchanged, changed } = await findFigures(tx, scope, isKnown ? since.seq : 0);
      const isMendable = ask.count === undefined || (ask.count >= unchanged && ask.count <= unchanged + changed);
      const full_reindex = !isKnown || !isMendable;
      const isBehind = isKnown && since.seq < state.seq;
      const differs = ask.count !== undefined && ask.count !== total;
      return { ...answer, update_required: full_reindex || isBehind || differs, full_reindex, total };
    });
}
