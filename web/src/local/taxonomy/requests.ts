import type { TaxonomyReader } from './reader';

/** What a page may ask its taxonomy worker. */
const TAXONOMY_METHODS = [
  'searchTaxa',
  'suggestTaxa',
  'taxonById',
  'taxaByIds',
  'taxonByName',
  'speciesList',
  'browse',
  'children',
  'parents',
  'taxonomyStatus',
  'setGroupLabels',
] as const satisfies readonly (keyof TaxonomyReader)[];
export type TaxonomyMethod = (typeof TAXONOMY_METHODS)[number];

export interface TaxonomyRequest {
  id: number;
  method: TaxonomyMethod;
  args: readonly unknown[];
}

export type TaxonomyReply = { id: number; ok: true; value: unknown } | { id: number; ok: false; error: string };

/** Unasked: other answers are to be expected from now on. */
export interface TaxonomyNews {
  news: 'changed';
}

/** Answers one request with a reader; a failure becomes an answer too. */
export async function answerRequest(reader: TaxonomyReader, request: TaxonomyRequest): Promise<TaxonomyReply> {
  try {
    if (!TAXONOMY_METHODS.includes(request.method)) throw new TypeError(`Unknown request ${request.method}`);
    const method = reader[request.method] as (...args: readonly unknown[]) => unknown;
    return { id: request.id, ok: true, value: await method.apply(reader, [...request.args]) };
  } catch (error) {
    return { id: request.id, ok: false, error: error instanceof Error ? error.message : String(error) };
  }
}
