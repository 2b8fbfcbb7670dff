import { join } from 'node:path';
import { NAME_LANGUAGES, type Language, type NameLanguage, TaxonomyPage } from '@veld/contract';
import type { Tx } from '../../db/open.ts';
import type { Context } from '../../http/context.ts';
import type { FairQueue } from '../../http/fair-queue.ts';
import { type Bytes, toBytes } from './bytes.ts';
import { type Cursor, readCursor, writeCursor } from './cursor.ts';
import { versionCache } from './version-cache.ts';
import { pageFiles } from './page-files.ts';
import { findPageIndex, listNames, listPage, type PageIndex, type PageScope } from './page-store.ts';
import { presentNames, presentTaxa } from './present.ts';
import { readAt, withCurrent, type CachedState } from './state.ts';
import { listDisplayed } from './store.ts';

export interface PageRequest {
  page: number;
  languages: readonly NameLanguage[];
  country: string | null;
  since: string | undefined;
  version: string | undefined;
  /** The network address of who asks. */
  from: string;
}

export type PageResult =
  /** `isImmutable`: the request has a version, so the response never changes. */
  { bytes: Bytes; isImmutable: boolean } | { cancelled: TaxonomyPage };

export interface Pages {
  page(request: PageRequest): Promise<PageResult>;
  /** `from` is the network address of who asks. */
  names(language: Language, from: string): Promise<Bytes>;
}

const MEMORY_BYTES = 64 * 1024 * 1024;
/** Limit of the index cache, in numbers (keys have up to three). */
const MAX_INDEX_NUMBERS = 500_000;

/** What is built, and who asked for it. */
interface Building {
  cursor: Cursor;
  key: string;
  from: string;
}

/**
 * The pages of the update, built once per version and cached as compressed bytes in memory and on disk. A page and its version are
 * read in one snapshot, so a page never mixes two versions. The keyset index is computed once per version.
 */
export function taxonomyPages(context: Pick<Context, 'db' | 'config' | 'log'>, state: CachedState, builds: FairQueue): Pages {
  const { DATA_DIR, LIMIT_TAXONOMY_PAGE: pageSize, VERSION } = context.config;
  const files = pageFiles(join(DATA_DIR, 'taxonomy-pages'), `${VERSION} ${pageSize}`, context.log);
  const cache = versionCache<Bytes>(MEMORY_BYTES, ({ br, gzip }) => br.length + gzip.length);
  const indexes = versionCache<PageIndex>(MAX_INDEX_NUMBERS, ({ starts }) => 10 + starts.length * 3);

  /** The cached or built body; null if the taxonomy has another version. */
  function build<T>({ cursor, from, key }: Building, read: (tx: Tx) => Promise<T>, isOnDisk: (value: T) => boolean): Promise<Bytes | null> {
    const version = writeCursor(cursor);
    return cache.get(version, key, async () => {
      const stored = await files.read(version, key);
      if (stored) return stored;
      return builds.run(from, async () => {
        const value = await readAt(context.db, cursor, read);
        if (value === null) return null;
        const bytes = await toBytes(value);
        if (isOnDisk(value)) await files.write(version, key, bytes);
        return bytes;
      });
    });
  }

  async function readPage(tx: Tx, cursor: Cursor, scope: PageScope, page: number): Promise<TaxonomyPage> {
    const version = writeCursor(cursor);
    const index = (await indexes.get(version, indexKey(scope), () => findPageIndex(tx, scope, pageSize)))!;
    const rows = await listPage(tx, scope, index, page, pageSize);
    const ids = rows.map((row) => row.id);
    const data = presentTaxa(rows, await listNames(tx, ids, scope.languages), scope.languages);
    return TaxonomyPage.parse({ data, total: index.total, last_updated_at: version, cancel: false } satisfies TaxonomyPage);
  }

  return {
    async page(request) {
      let current = await state.current();
      const since = request.since === undefined ? null : readCursor(request.since);
      const version = request.version === undefined ? null : readCursor(request.version);
      // Another server may have changed the taxonomy since this process read its version.
      if ([since, version].some((cursor) => cursor && (cursor.epoch !== current.epoch || cursor.seq > current.seq)))
        current = await state.fresh();
      const isUnknown = request.since !== undefined && (since === null || since.epoch !== current.epoch || since.seq > current.seq);
      const isSuperseded = request.version !== undefined && request.version !== writeCursor(current);
      if (isUnknown || isSuperseded) return cancel(current);

      const languages = NAME_LANGUAGES.filter((language) => request.languages.includes(language));
      const scope: PageScope = { country: request.country, languages, since: since?.seq ?? null };
      const key = ['page', request.page, scope.country, languages.join(), scope.since].join(' ');
      // Only pages of full copies are stored on disk, because there are many different deltas. Empty pages are not stored.
      const isOnDisk = (page: TaxonomyPage) => since === null && page.data.length > 0;
      const { from } = request;
      const make = (cursor: Cursor) => build({ cursor, from, key }, (tx) => readPage(tx, cursor, scope, request.page), isOnDisk);
      if (request.version === undefined) return { bytes: await withCurrent(state, current, make), isImmutable: false };
      const bytes = await make(current);
      return bytes ? { bytes, isImmutable: true } : cancel(await state.fresh());
    },
    async names(language, from) {
      const read = async (tx: Tx) => presentNames(await listDisplayed(tx, language), language);
      const make = (cursor: Cursor) => build({ cursor, from, key: `names ${language}` }, read, () => true);
      return withCurrent(state, await state.current(), make);
    },
  };
}

/** The cache key of an index. Includes the languages only if they affect the rows (decision 0021). */
function indexKey({ country, languages, since }: PageScope): string {
  const dependsOnLanguages = since === null && country !== null && !languages.includes('sci');
  return [country, since, dependsOnLanguages ? languages.join() : ''].join(' ');
}

function cancel(current: Cursor): PageResult {
  return { cancelled: { data: [], total: 0, last_updated_at: writeCursor(current), cancel: true } };
}
