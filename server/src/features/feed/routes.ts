import { getFeed } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../http/context.ts';
import { serve } from '../../http/serve.ts';
import { circleOf } from '../geo/circle.ts';
import { areaOfPlace } from '../geo/place-area.ts';
import { readListCursor } from '../observations/cursor.ts';
import { presentPage } from '../observations/present.ts';
import { listObservations } from '../observations/store.ts';
import { feedReader } from './access.ts';

const DEFAULT_LIMIT = 20;

/** The public records of everyone whom the caller has not muted, in the order of `listObservations`. */
export function registerFeed(app: FastifyInstance, context: Context): void {
  serve(
    app,
    getFeed,
    feedReader(context),
    async ({ query, caller }) => {
      const limit = query.limit ?? DEFAULT_LIMIT;
      const rows = await listObservations(context.readDb, {
        callerId: caller.userId,
        language: caller.language,
        country: query.country,
        place: await areaOfPlace(context.readDb, caller.userId, query.place_id),
        isForFeed: true,
        isOfFollowed: query.following === '1' || undefined,
        near: circleOf(query),
        after: readListCursor(context, query.cursor),
        limit: limit + 1,
      });
      return presentPage(context, rows, limit);
    },
    { isPresented: true, problems: ['not_found'] },
  );
}
