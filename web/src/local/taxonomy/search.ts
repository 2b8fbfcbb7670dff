import type { Taxon, TaxonHit } from '@veld/taxonomy';
import type { BrowseFilter, TaxonomyReader, TaxonomyStatus } from './reader';
import type { TaxonomyMethod, TaxonomyNews, TaxonomyReply, TaxonomyRequest } from './requests';

export type { BrowseFilter, CopyStatus, TaxonomyStatus } from './reader';
export type { Taxon, TaxonHit } from '@veld/taxonomy';

type Answering = <M extends TaxonomyMethod>(method: M, ...args: Parameters<TaxonomyReader[M]>) => ReturnType<TaxonomyReader[M]>;

/** Up to 100 taxa, best first, from the copies on the device. Never asks the network. */
export function searchTaxa(text: string, options: { limit?: number } = {}): Promise<TaxonHit[]> {
  return ask('searchTaxa', text, options);
}

/** Up to 5, for lists under an input. */
export function suggestTaxa(text: string): Promise<TaxonHit[]> {
  return ask('suggestTaxa', text);
}

/** Null where the device does not know the id. An id that was merged into another leads to that other. */
export function taxonById(id: number): Promise<Taxon | null> {
  return ask('taxonById', id);
}

/** In the order of the ids; those that the device does not know are left out. */
export function taxaByIds(ids: readonly number[]): Promise<Taxon[]> {
  return ask('taxaByIds', ids);
}

/** By displayed name, else by any name. */
export function taxonByName(name: string): Promise<Taxon | null> {
  return ask('taxonByName', name);
}

/** Displayed name to id of every species, or of a country's; empty while that country's copy is not here. */
export function speciesList(country?: string | null): Promise<Record<string, number>> {
  return ask('speciesList', country);
}

/** Commonest first; at most `limit` (100) from `offset`. */
export function browse(filter: BrowseFilter = {}): Promise<Taxon[]> {
  return ask('browse', filter);
}

export function children(id: number): Promise<Taxon[]> {
  return ask('children', id);
}

/** The nearest first. */
export function parents(id: number): Promise<Taxon[]> {
  return ask('parents', id);
}

export function taxonomyStatus(): Promise<TaxonomyStatus> {
  return ask('taxonomyStatus');
}

/** The groups in the reader's language, by which homonyms are told apart: "Ficus (mollusc)". */
export function setGroupLabels(labels: Record<string, string>): Promise<void> {
  return Promise.resolve(ask('setGroupLabels', labels));
}

const listeners = new Set<() => void>();
const tellListeners = () => {
  for (const listener of listeners) listener();
};

/** Calls back when other answers are to be expected: a copy was swapped in, or pages of the first one arrived. */
export function onTaxonomyChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let answering: Answering | null = null;

const ask: Answering = (method, ...args) => {
  answering ??= typeof Worker === 'undefined' ? answerHere() : answerInWorker();
  return answering(method, ...args);
};

/** Answers in this thread, where there are no workers. */
function answerHere(): Answering {
  const reading = import('./answer-here').then(({ readHere }) => readHere(tellListeners));
  return (async (method: TaxonomyMethod, ...args: unknown[]) => {
    const reader = await reading;
    return (reader[method] as (...all: unknown[]) => unknown).apply(reader, args);
  }) as Answering;
}

function answerInWorker(): Answering {
  const worker = new Worker(new URL('../../worker/taxonomy-worker.ts', import.meta.url), { type: 'module', name: 'taxonomy' });
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  let last = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<TaxonomyReply | TaxonomyNews>) => {
    if ('news' in data) return tellListeners();
    const caller = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.ok) caller?.resolve(data.value as never);
    else caller?.reject(new Error(data.error));
  });
  worker.addEventListener('error', (event) => {
    for (const { reject } of waiting.values()) reject(new Error(event.message || 'The taxonomy worker stopped'));
    waiting.clear();
    worker.terminate();
    // The next question starts another one.
    answering = null;
  });
  return ((method, ...args) =>
    new Promise((resolve, reject) => {
      last++;
      waiting.set(last, { resolve, reject });
      worker.postMessage({ id: last, method, args } satisfies TaxonomyRequest);
    })) as Answering;
}
