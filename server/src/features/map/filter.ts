import { periodRange, type PublicMapFilter, todayIn } from '@veld/contract';
import type { Context } from '../../http/context.ts';
import { areaOfPlace } from '../geo/place-area.ts';
import { currentTaxonId } from '../taxa/successors.ts';
import type { Viewer } from './access.ts';
import { type Filter, listTaxaBelow } from './store.ts';

/** The filter of a query. A taxon that was replaced stands for its successor; 404 for a place that is not the caller's. */
export async function resolveFilter({ readDb, now }: Context, query: PublicMapFilter, { timeZone, userId }: Viewer): Promise<Filter> {
  const area = userId === null ? null : await areaOfPlace(readDb, userId, query.place_id);
  return {
    taxonIds: query.taxon_id === undefined ? undefined : await listTaxaBelow(readDb, await currentTaxonId(readDb, query.taxon_id)),
    group: query.group,
    days: query.period ? periodRange(query.period, todayIn(timeZone, now())) : null,
    year: query.year,
    month: query.month,
    country: query.country,
    quality: query.quality,
    hasPhotos: query.photos === '1',
    userId: query.user_id,
    place: area && userId !== null ? { area, callerId: userId } : undefined,
    unseenBy: query.unseen === '1' ? (userId ?? undefined) : undefined,
    viewerId: userId ?? undefined,
  };
}
