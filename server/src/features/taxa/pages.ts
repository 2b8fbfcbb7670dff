import { join } from 'node:path';
import { NAME_LANGUAGES, type Language, type NameLanguage, TaxonomyPage } from '@veld/contract';
import type { Tx } from '../../db/open.ts';
import type { Context } from '../../http/context.ts';
import { type Bytes, toBytes } from './bytes.ts';
import { type Cursor, readCursor, writeCursor } from './cursor.ts';
import { versionCache } from './version-cache.ts';
import { pageFiles } from './page-files.ts';
import { findOutline, listNames, listPage, type Outline, type PageScope } from './page-store.ts';
import { presentNames, presentTaxa } from './present.ts';
import { ofCurrent, readAt } from './snapshot.ts';
import type { KnownState } from './state.ts';
import { listDisplayed } from './store.ts';

export interface PageAsk {
  page: number;
  languages: readonly NameLanguage[];
  country: string | null;
  since: string | undefined;
  version: string | undefined;
}

export type PageAnswer =
  /** `isForEver`: the request named the version, so the response never changes. */
  { bytes: Bytes; isForEver: boolean } | { cancelled: TaxonomyPage };

export interface Pages {
  page(ask: PageAsk): Promise<PageAnswer>;
  names(language: Language): Promise<Bytes>;
}

const MEMORY_BYTES = 64 * 1024 * 1024;
const OUTLINE_NUMBERS = 500_000;

/**
 * The pages of the update, built once per version and cached as compressed bytes in memory and on disk. A page is read in one
 * snapshot together with its version, so pages never mix two versions. Keyset paging: the keys of all pages are computed once per
 * version.
 */
export function taxonomyPages(context: Pick<Context, 'db' | 'config' | 'log'>, state: KnownState): Pages {
  const { DATA_DIR, LIMIT_TAXONOMY_PAGE: pageSize, VERSION } = context.config;
  const files = pageFiles(join(DATA_DIR, 'taxonomy-pages'), `${VERSION} ${pageSize}`, context.log);
  const kept = versionCache<Bytes>(MEMORY_BYTES, ({ br, gzip }) => br.length + gzip.length);
  const outlines = versionCache<Outline>(OUTLINE_NUMBERS, ({ starts }) => 10 + starts.length * 3);

  /** Null where the taxonomy has another version by now. */
  function build<T>(version: Cursor, key: string, read: (tx: Tx) => Promise<T>, onDisk: (value: T) => boolean): Promise<Bytes | null> {
    const of = writeCursor(version);
    return kept.get(of, key, async () => {
      const before = await files.read(of, key);
      if (before) return before;
      const value = await readAt(context.db, version, read);
      if (value === null) return null;
      const bytes = await toBytes(value);
      if (onDisk(value)) await files.write(of, key, bytes);
      return bytes;
    });
  }

  async function readPage(tx: Tx, of: Cursor, scope: PageScope, page: number): Promise<TaxonomyPage> {
    const version = writeCursor(of);
    const outline = (await outlines.get(version, outlineKey(scope), () => findOutline(tx, scope, pageSize)))!;
    const rows = await listPage(tx, scope, outline, page, pageSize);
    const ids = rows.map((row) => row.id);
    const data = presentTaxa(rows, await listNames(tx, ids, scope.languages), scope.languages);
    return TaxonomyPage.parse({ data, total: outline.total, last_updated_at: version, cancel: false } satisfies TaxonomyPage);
  }

  return {
    async page(ask) {
      let current = await state.current();
      const since = ask.since === undefined ? null : readCursor(ask.since);
      const version = ask.version === undefined ? null : readCursor(ask.version);
      // Another server may be ahead of what this process knows.
      if ([since, version].some((cursor) => cursor && (cursor.epoch !== current.epoch || cursor.seq > current.seq)))
        current = await state.fresh();
      const isUnknown = ask.since !== undefined && (since === null || since.epoch !== current.epoch || since.seq > current.seq);
      const isSuperseded = ask.version !== undefined && ask.version !== writeCursor(current);
      if (isUnknown || isSuperseded) return cancel(current);

      const languages = NAME_LANGUAGES.filter((language) => ask.languages.includes(language));
      const scope: PageScope = { country: ask.country, languages, since: since?.seq ?? null };
      const key = ['page', ask.page, scope.country, languages.join(), scope.since].join(' ');
      // Deltas are small and varied: only pages of whole copies are written to disk, and none that are empty.
      const onDisk = (page: TaxonomyPage) => since === null && page.data.length > 0;
      const make = (of: Cursor) => build(of, key, (tx) => readPage(tx, of, scope, ask.page), onDisk);
      if (ask.version === undefined) return { bytes: await ofCurrent(state, current, make), isForEver: false };
      const bytes = await make(current);
      return bytes ? { bytes, isForEver: true } : cancel(await state.fresh());
    },
    async names(language) {
      const read = async (tx: Tx) => presentNames(await listDisplayed(tx, language), language);
      const make = (of: Cursor) => build(of, `names ${language}`, read, () => true);
      return ofCurrent(state, await state.current(), make);
    },
  };
}

/** Which rows, and in which order. Languages matter only where they decide membership (decision 0021). */
function outlineKey({ country, languages, since }: PageScope): string {
  const decides = since === null && country !== null && !languages.includes('sci');
  return [country, since, decides ? languages.join() : ''].join(' ');
}

function cancel(current: Cursor): PageAnswer {
  return { cancelled: { data: [], total: 0, last_updated_at: writeCursor(current), cancel: true } };
}
