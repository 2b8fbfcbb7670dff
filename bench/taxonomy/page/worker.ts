import type { TaxonRow } from '@veld/contract';
import type { MakeSearch } from '../../lenient/search';
import type { Ask, Pages, Side, Timed } from './side';

const SIDES: Record<string, () => Promise<Side>> = {
  empty: () => Promise.resolve({ importRows: async () => {}, open: async () => {}, query: () => [{ id: 0 }] }),
  veld: async () => (await import('./sides/veld')).makeVeld(),
  baseline: async () => (await import('./sides/baseline')).makeBaseline(),
  sqlite: async () => (await import('./sides/sqlite')).makeSqlite(),
  flexsearch: async () => (await import('./sides/flexsearch')).makeFlexSearch(),
  minisearch: async () => (await import('./sides/minisearch')).makeMiniSearch(),
  ufuzzy: async () => (await import('./sides/ufuzzy')).makeUFuzzy(),
  'sqlite-lenient': async () => (await import('./sides/sqlite-lenient')).makeLenientSqlite(),
  'minisearch-lenient': () => lenient(async () => (await import('../../lenient/minisearch')).makeMiniSearch),
  'orama-lenient': () => lenient(async () => (await import('../../lenient/orama')).makeOrama),
  'ufuzzy-lenient': () => lenient(async () => (await import('../../lenient/ufuzzy')).makeUFuzzy),
  'fuse-lenient': () => lenient(async () => (await import('../../lenient/fuse')).makeFuse),
};

async function lenient(load: () => Promise<MakeSearch>): Promise<Side> {
  const [{ makeLenient }, make] = await Promise.all([import('./sides/lenient'), load()]);
  return makeLenient(make);
}

const loaded = new Map<string, TaxonRow[]>();
let made: Promise<Side> | null = null;

function side(): Promise<Side> {
  const make = SIDES[self.name];
  if (make === undefined) throw new Error(`Unknown side ${self.name}`);
  return (made ??= make());
}

self.addEventListener('message', ({ data }: MessageEvent<{ id: number; ask: Ask }>) => {
  answer(data.ask).then(
    (value) => self.postMessage({ id: data.id, value }),
    (error: unknown) => self.postMessage({ id: data.id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});

async function answer(ask: Ask): Promise<unknown> {
  switch (ask.what) {
    case 'load':
      for (const page of ask.pages) loaded.set(page, await fetchRows(page));
      return null;
    case 'import': {
      const it = await side();
      const from = performance.now();
      await it.importRows(pagesOf(ask.pages), ask.total);
      return performance.now() - from;
    }
    case 'open':
      return (await side()).open?.();
    case 'first': {
      const it = await side();
      await it.open?.();
      return (await it.query(ask.text, 5)).length;
    }
    case 'queries':
      return timed(await side(), ask.texts, ask.limit);
    case 'query':
      return (await side()).query(ask.text, ask.limit);
    case 'collect':
      // Twice, since the first collection may release more garbage.
      for (let count = 0; count < 2; count++) (globalThis as { gc?: () => void }).gc?.();
      return null;
  }
}

/** Preloaded rows if there are any, each page returned once; otherwise fetched on demand. */
function pagesOf(pages: readonly string[]): Pages {
  let at = 0;
  return async () => {
    const page = pages[at++];
    if (page === undefined) return null;
    const rows = loaded.get(page);
    loaded.delete(page);
    return rows ?? fetchRows(page);
  };
}

async function fetchRows(page: string): Promise<TaxonRow[]> {
  const answered = await fetch(page);
  if (!answered.ok) throw new Error(`${page}: ${answered.status}`);
  return (await answered.json()) as TaxonRow[];
}

/** Maximum passes over all queries ... */
const MOST_PASSES = 50;
/** ... and maximum total time, except for the first pass. */
const PASSES_MS = 400;

/**
 * Times every query individually. The clock has a resolution of 0.005 ms with randomised tick boundaries, so a single short
 * time is 0 or one tick, but the mean of many is accurate.
 */
async function timed(it: Side, texts: readonly string[], limit: number): Promise<Timed> {
  const sums = texts.map(() => 0);
  const found: number[][] = [];
  const until = performance.now() + PASSES_MS;
  let passes = 0;
  do {
    for (const [at, text] of texts.entries()) {
      const from = performance.now();
      const answers = it.query(text, limit);
      const answered = answers instanceof Promise ? await answers : answers;
      sums[at]! += performance.now() - from;
      if (passes === 0) found.push(answered.map(({ id }) => id));
    }
    passes++;
  } while (passes < MOST_PASSES && performance.now() < until);
  return { times: sums.map((sum) => sum / passes), found };
}
