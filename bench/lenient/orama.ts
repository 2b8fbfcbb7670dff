import { create, insertMultiple, search } from '@orama/orama';
import { fold, type TaxonRecord } from '@veld/taxonomy';
import { makeDocument, type Search } from './search.ts';

/** One typo per word. */
export async function makeOrama(records: Iterable<TaxonRecord>): Promise<Search> {
  const db = create({ schema: { taxon: 'number', main: 'string', others: 'string' } });
  await insertMultiple(
    db,
    Array.from(records, makeDocument).map(({ id, main, others }) => ({ taxon: id, main, others })),
  );
  return async (text, limit) => {
    const { hits } = await search(db, { term: fold(text), properties: ['main', 'others'], tolerance: 1, boost: { main: 2 }, limit });
    return hits.map(({ document }) => document.taxon);
  };
}
