import type { Feature } from '../../http/feature.ts';
import { getNews } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../http/context.ts';
import { serve } from '../../http/serve.ts';
import { readCircle } from '../geo/place-area.ts';
import { presentListed } from '../observations/present.ts';
import { loggedIn } from '../accounts/access.ts';
import { findNews } from './news.ts';

export const discover = {
  name: 'discover',
  register: registerDiscover,
  routes: {
    'GET /api/discover/:country': { access: { none: 401, user: 200 }, cost: { statements: 2 } },
  },
} satisfies Feature;

/** What is shown of a record is decided in `present.ts` of observations. */
function registerDiscover(app: FastifyInstance, context: Context): void {
  serve(app, getNews, loggedIn(context), async ({ params, query, caller }) => {
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
