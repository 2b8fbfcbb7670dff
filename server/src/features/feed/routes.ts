import { getFeed } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../http/context.ts';
import { serve } from '../../http/serve.ts';
import { readCursor, writeCursor } from '../observations/cursor.ts';
import { presentPublic } from '../observations/present.ts';
import { listObservations } from '../observations/store.ts';
import { feedReader } from './access.ts';

const DEFAULT_LIMIT = 20;

/** The public records of everyone, last received first. */
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
        before: readCursor('feed', query.cursor),
        limit: limit + 1,
      });
      const page = rows.slice(0, limit);
      return {
        data: page.map((row) => presentPublic(context, row)),
        next_cursor: rows.length > limit ? writeCursor('feed', page.at(-1)!.feed_seq) : null,
      };
    },
    { isPresented: true },
  );
}
