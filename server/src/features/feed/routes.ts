import { getFeed, type QueryOf } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { serve } from '../../http/serve.ts';
import { isVisitor, keepForVisitors, reader } from '../accounts/access.ts';
import { areaOfQuery, hasArea } from '../geo/place-area.ts';
import { readListCursor, writeListCursor } from '../observations/cursor.ts';
import { presentRows } from '../observations/present.ts';
import { listObservations } from '../observations/store.ts';
import { presentFollowing } from './events.ts';
import { lastOfPage } from '../../http/position.ts';

const DEFAULT_LIMIT = 20;

/**
 * The public records of everyone that the caller has not muted, last received first. Requires a login, unless the instance lets visitors
 * look around. What is shown of a record is decided in `present.ts` of observations.
 */
export function registerFeed(app: FastifyInstance, context: Context): void {
  serve(
    app,
    getFeed,
    reader(context),
    async ({ query, caller, reply }) => {
      if (isVisitor(caller)) requireFirstPage(query);
      keepForVisitors(caller, reply);
      const limit = query.limit ?? DEFAULT_LIMIT;
      const after = readListCursor(context, query.cursor);
      const rows = await listObservations(context.readDb, {
        callerId: caller.userId,
        language: caller.language,
        country: query.country,
        place: await areaOfQuery(context.readDb, caller.userId, query),
        isForFeed: true,
        isOfFollowed: query.following === '1' || undefined,
        // By arrival, so that nothing is missed.
        order: 'uploaded',
        after,
        limit: limit + 1,
      });
      // What happens to people has no place.
      const isEverywhere = !query.country && !hasArea(query);
      if (query.following === '1' && isEverywhere) return presentFollowing(context, rows, caller, { after, limit });
      const page = rows.slice(0, limit);
      const last = lastOfPage(rows, limit);
      return presentRows(context, page, { events: [], next_cursor: last && writeListCursor(context, last) });
    },
    { isPresented: true, problems: ['not_found', 'too_many_requests'] },
  );
}

/** Throws 401 if a visitor asks for more than the latest records of the world or a country. */
function requireFirstPage({ following, cursor, limit, ...query }: QueryOf<typeof getFeed>): void {
  const isMore = cursor !== undefined || hasArea(query);
  if (isMore || following === '1' || (limit ?? 0) > DEFAULT_LIMIT) throw new Fault('not_logged_in');
}
