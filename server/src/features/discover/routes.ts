import { getNews } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../http/context.ts';
import { serve } from '../../http/serve.ts';
import { readCircle } from '../geo/circle.ts';
import { presentListed } from '../observations/present.ts';
import { discoverReader } from './access.ts';
import { findNews } from './news.ts';

export function registerDiscover(app: FastifyInstance, context: Context): void {
  serve(app, getNews, discoverReader(context), async ({ params, query, caller }) => {
    const { notable, arrivals } = await findNews(context.readDb, {
      callerId: caller.userId,
      language: caller.language,
      country: params.country,
      near: readCircle(query),
      today: context.now().toISOString().slice(0, 10),
    });
    const listed = (rows: typeof notable) => rows.map((row) => presentListed(context, row));
    return { data: { notable: listed(notable), arrivals: listed(arrivals) } };
  });
}
