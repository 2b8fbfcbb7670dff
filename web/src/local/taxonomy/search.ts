import type { Taxon, TaxonHit } from '@veld/taxonomy';
import type { BrowseFilter, TaxonomyReader, TaxonomyStatus } from './reader';
import type { TaxonomyCancel, TaxonomyMethod, TaxonomyNews, TaxonomyReply, TaxonomyRequest } from './requests';

export type { BrowseFilter, CopyStatus, TaxonomyStatus } from './reader';
export type { Taxon, TaxonHit } from '@veld/taxonomy';
export { DEFAULT_LIMIT, SUGGESTION_LIMIT } from '@veld/taxonomy';

type ReaderClient = <M extends TaxonomyMethod>(
  method: M,
  signal: AbortSignal | undefined,
  ...args: Parameters<TaxonomyReader[M]>
) => Promise<Awaited<ReturnType<TaxonomyReader[M]>>>;

/**
 * Up to 100 taxa, best first, from the copies on the device, never from the network. If `signal` aborts, because the user typed
 * on, the search is cancelled and rejects with the signal's reason.
 */
export function searchTaxa(text: string, options: { limit?: number; signal?: AbortSignal } = {}): Promise<TaxonHit[]> {
  const { signal, ...rest } = options;
  return ask('searchTaxa', signal, text, rest);
}

/** Up to 5, for suggestions; `signal` as in `searchTaxa`. */
export function suggestTaxa(text: string, options: { signal?: AbortSignal } = {}): Promise<TaxonHit[]> {
  return ask('suggestTaxa', options.signal, text);
}

/** Null if the device does not know the id. A merged id resolves to its successor. */
export function taxonById(id: number): Promise<Taxon | null> {
  return ask('taxonById', undefined, id);
}

/** Whether a country's list has a taxon; null if that list is not complete on this device. */
export function isListed(id: number, country: string): Promise<boolean | null> {
  return ask('isListed', undefined, id, country);
}

/** In the order of the ids, without unknown ones. With a language: named in it, from the copies that have its names. */
export function taxaByIds(ids: readonly number[], language?: string): Promise<Taxon[]> {
  return ask('taxaByIds', undefined, ids, language);
}

/** The species that taxa count for, where it is another: of a subspecies its species, of a merged taxon its successor. */
export function findCountedSpecies(ids: readonly number[]): Promise<[id: number, speciesId: number][]> {
  return ask('speciesOf', undefined, ids);
}

/** By displayed name, else by any name. */
export function taxonByName(name: string): Promise<Taxon | null> {
  return ask('taxonByName', undefined, name);
}

/** Displayed name to id of every species, or of a country's; empty if that country's copy is not on the device. */
export function speciesList(country?: string | null): Promise<Record<string, number>> {
  return ask('speciesList', undefined, country);
}

/** Commonest first; at most `limit` (100) from `offset`. */
export function browse(filter: BrowseFilter = {}): Promise<Taxon[]> {
  return ask('browse', undefined, filter);
}

export function children(id: number): Promise<Taxon[]> {
  return ask('children', undefined, id);
}

/** Nearest first. */
export function parents(id: number): Promise<Taxon[]> {
  return ask('parents', undefined, id);
}

export function taxonomyStatus(): Promise<TaxonomyStatus> {
  return ask('taxonomyStatus', undefined);
}

/** Localised group names for homonym labels: "Ficus (mollusc)". */
export function setGroupLabels(labels: Record<string, string>): Promise<void> {
  return Promise.resolve(ask('setGroupLabels', undefined, labels));
}

/** The taxa that are likely here and now, the likeliest first: searches put them before others that match equally well. */
export function setLikely(ids: readonly number[]): Promise<void> {
  return Promise.resolve(ask('setLikely', undefined, ids));
}

const listeners = new Set<() => void>();
const notifyListeners = () => {
  for (const listener of listeners) listener();
};

/** Calls back whenever results may differ: a copy was swapped in, or pages of the first one arrived. */
export function onTaxonomyChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let client: ReaderClient | null = null;

const ask: ReaderClient = (method, signal, ...args) => {
  client ??= typeof Worker === 'undefined' ? clientOnThisThread() : clientInWorker();
  return client(method, signal, ...args);
};

/** Answers on this thread, for environments without workers. */
function clientOnThisThread(): ReaderClient {
  const reading = import('./local-reader').then(({ createLocalReader }) => createLocalReader(notifyListeners));
  return (async (method: TaxonomyMethod, signal: AbortSignal | undefined, ...args: unknown[]) => {
    signal?.throwIfAborted();
    const reader = await reading;
    return (reader[method] as (...all: unknown[]) => unknown).apply(reader, args);
  }) as ReaderClient;
}

function clientInWorker(): ReaderClient {
  const worker = new Worker(new URL('../../worker/taxonomy-worker.ts', import.meta.url), { type: 'module', name: 'taxonomy' });
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  let last = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<TaxonomyReply | TaxonomyNews>) => {
    if ('news' in data) return notifyListeners();
    const caller = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.ok) caller?.resolve(data.value as never);
    else caller?.reject(new Error(data.error));
  });
  worker.addEventListener('error', (event) => {
    for (const { reject } of waiting.values()) reject(new Error(event.message || 'The taxonomy worker stopped'));
    waiting.clear();
    worker.terminate();
    // The next query starts a new worker.
    client = null;
  });
  return (method, signal, ...args) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const id = ++last;
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, method, args } satisfies TaxonomyRequest);
      signal?.addEventListener(
        'abort',
        () => {
          if (!waiting.delete(id)) return;
          worker.postMessage({ cancel: id } satisfies TaxonomyCancel);
          reject(signal.reason as Error);
        },
        { once: true },
      );
    });
}
