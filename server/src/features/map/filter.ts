import { periodRange, type PublicMapFilter, todayIn } from '@veld/contract';
import type { Context } from '../../http/context.ts';
import type { Caller } from '../accounts/access.ts';
import { currentTaxonId } from '../taxa/successors.ts';
import { type Filter, listTaxaBelow } from './store.ts';

/** The filter of a query; a taxon that was replaced counts as its successor. */
export async function filterOf({ readDb, now }: Context, query: PublicMapFilter, { timeZone }: Caller): Promise<Filter> {
  return {
    taxonIds: query.taxon_id === undefined ? undefined : await listTaxaBelow(readDb, await currentTaxonId(readDb, query.taxon_id)),
    group: query.group,
    days: query.period ? periodRange(query.period, todayIn(timeZone, now())) : null,
    quality: query.quality,
    hasPhotos: query.photos === '1',
    userId: query.user_id,
  };
}
