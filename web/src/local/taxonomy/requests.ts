import type { TaxonomyReader } from './reader';

/** Methods that a page may call in its taxonomy worker. */
const TAXONOMY_METHODS = [
  'searchTaxa',
  'suggestTaxa',
  'taxonById',
  'isListed',
  'taxaByIds',
  'speciesOf',
  'taxonByName',
  'speciesList',
  'browse',
  'children',
  'parents',
  'taxonomyStatus',
  'setGroupLabels',
  'setLikely',
] as const satisfies readonly (keyof TaxonomyReader)[];
export type TaxonomyMethod = (typeof TAXONOMY_METHODS)[number];

export interface TaxonomyRequest {
  id: number;
  method: TaxonomyMethod;
  args: readonly unknown[];
}

/** The caller no longer needs the result. */
export interface TaxonomyCancel {
  cancel: number;
}

export type TaxonomyReply = { id: number; ok: true; value: unknown } | { id: number; ok: false; error: string };

/** Sent without a request: results may differ from now on. */
export interface TaxonomyNews {
  news: 'changed';
}

/** Calls the reader for one request and returns errors as replies. A search stops early once `shouldContinue` returns false. */
export async function answerRequest(
  reader: TaxonomyReader,
  request: TaxonomyRequest,
  shouldContinue: () => boolean = () => true,
): Promise<TaxonomyReply> {
  try {
    if (!TAXONOMY_METHODS.includes(request.method)) throw new TypeError(`Unknown request ${request.method}`);
    const method = reader[request.method] as (...args: readonly unknown[]) => unknown;
    const args: unknown[] = [...request.args];
    if (request.method === 'searchTaxa') args[2] = shouldContinue;
    else if (request.method === 'suggestTaxa') args[1] = shouldContinue;
    return { id: request.id, ok: true, value: await method.apply(reader, args) };
  } catch (error) {
    return { id: request.id, ok: false, error: error instanceof Error ? error.message : String(error) };
  }
}
