import { NAME_LANGUAGES, type Language, type NameLanguage, TAXONOMY_PAGE_SIZE, TaxonomyPage } from '@veld/contract';
import type { Tx } from '../../db/open.ts';
import type { Context } from '../../http/context.ts';
import { type Bytes, toBytes } from './bytes.ts';
import { type Cursor, readCursor, writeCursor } from './cursor.ts';
import { keepAnswers } from './kept.ts';
import { presentNames, presentTaxa } from './present.ts';
import type { KnownState } from './state.ts';
import { countChanges, countMembers, findState, listChanges, listDisplayed, listMembers, listNames } from './store.ts';

export interface PageAsk {
  page: number;
  languages: readonly NameLanguage[];
  country: string | null;
  since: string | undefined;
  version: string | undefined;
}

export type PageAnswer =
  /** `isForEver`: the caller named the version, so this address will never mean anything else. */
  { bytes: Bytes; isForEver: boolean } | { cancelled: TaxonomyPage };

export interface Pages {
  page(ask: PageAsk): Promise<PageAnswer>;
  names(language: Language): Promise<Bytes>;
}

/** How often an answer is made anew because the taxonomy changed while it was made. */
const TRIES = 5;

/**
 * The pages of the update, made once for a version and kept as compressed bytes, so that a page costs the database nothing
 * once it is there. A page is read in one snapshot together with the version it is of, so pages never mix two versions.
 */
export function taxonomyPages(context: Pick<Context, 'db' | 'now'>, state: KnownState): Pages {
  const kept = keepAnswers();

  async function build(current: Cursor, key: string, read: (tx: Tx) => Promise<unknown>): Promise<Bytes | null> {
    return kept.get(writeCursor(current), key, async () => {
      const value = await context.db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (tx) => (writeCursor(await findState(tx)) === writeCursor(current) ? read(tx) : null));
      return value === null ? null : toBytes(value);
    });
  }

  /** Null only where the taxonomy changes faster than it can be read. */
  async function settled(key: string, read: (tx: Tx, current: Cursor) => Promise<unknown>): Promise<Bytes> {
    let current = await state.current();
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const bytes = await build(current, key, (tx) => read(tx, current));
      if (bytes) return bytes;
      current = await state.fresh();
    }
    throw new Error('The taxonomy changes all the time');
  }

  return {
    async page(ask) {
      let current = await state.current();
      const since = ask.since === undefined ? null : readCursor(ask.since);
      const version = ask.version === undefined ? null : readCursor(ask.version);
      // Another server may be further along than this process knows.
      if ([since, version].some((cursor) => cursor && (cursor.epoch !== current.epoch || cursor.seq > current.seq)))
        current = await state.fresh();
      const isUnknown = ask.since !== undefined && (since === null || since.epoch !== current.epoch || since.seq > current.seq);
      const isSuperseded = ask.version !== undefined && ask.version !== writeCursor(current);
      if (isUnknown || isSuperseded) return cancel(current);

      const scope = { country: ask.country, languages: NAME_LANGUAGES.filter((language) => ask.languages.includes(language)) };
      const key = ['page', ask.page, scope.country, scope.languages.join(), since?.seq].join(' ');
      const read = async (tx: Tx, of: Cursor) => {
        const offset = (ask.page - 1) * TAXONOMY_PAGE_SIZE;
        const total = since ? await countChanges(tx, since.seq) : await countMembers(tx, scope);
        const rows =
          offset >= total
            ? []
            : since
              ? await listChanges(tx, scope, since.seq, TAXONOMY_PAGE_SIZE, offset)
              : await listMembers(tx, scope, TAXONOMY_PAGE_SIZE, offset);
        const ids = rows.map((row) => row.id);
        const data = presentTaxa(rows, await listNames(tx, ids, scope.languages), scope.languages);
        return TaxonomyPage.parse({ data, total, last_updated_at: writeCursor(of), cancel: false } satisfies TaxonomyPage);
      };
      if (ask.version === undefined) return { bytes: await settled(key, read), isForEver: false };
      const bytes = await build(current, key, (tx) => read(tx, current));
      return bytes ? { bytes, isForEver: true } : cancel(await state.fresh());
    },
    names: (language) => settled(`names ${language}`, async (tx) => presentNames(await listDisplayed(tx, language), language)),
  };
}

function cancel(current: Cursor): PageAnswer {
  return { cancelled: { data: [], total: 0, last_updated_at: writeCursor(current), cancel: true } };
}
