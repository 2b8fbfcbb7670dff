import { type Language, type PublicMapFilter, periodRange, todayIn } from '@veld/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { negotiateLanguage } from '../../http/language.ts';
import type { Access } from '../../http/serve.ts';
import { minuteLimit } from '../../http/write-limit.ts';
import { loggedIn, maybeLoggedIn } from '../accounts/access.ts';
import { readNetwork } from '../accounts/limits.ts';
import { areaOfQuery, hasArea } from '../geo/place-area.ts';
import { currentTaxonId } from '../taxa/successors.ts';
import { type Filter, listTaxaBelow } from './store.ts';

/** Somebody who looks at the map. */
export interface Viewer {
  /** Null for a visitor without an account. */
  userId: string | null;
  timeZone: string | null;
  language: Language;
}

/** The map requires a login, like every list of records, unless the instance lets visitors look around (ALLOW_BROWSING). */
export function mapReader(context: Context): Access<Viewer> {
  if (!context.config.ALLOW_BROWSING) return loggedIn(context);
  const access = maybeLoggedIn(context);
  return async (request) =>
    (await access(request)) ?? { userId: null, timeZone: null, language: negotiateLanguage(request.headers['accept-language']) };
}

/** Throws 401 if a query is about the caller and there is none. */
export function requirePerson({ userId }: Viewer, query: PublicMapFilter & { mine?: '0' | '1' | undefined }): void {
  if (userId === null && (query.unseen === '1' || query.mine === '1' || hasArea(query))) throw new Fault('not_logged_in');
}

export type CountTile = (viewer: Viewer, request: FastifyRequest) => void;

/** Limits requests by person, and those of visitors by network address. */
export function tileLimit({ config, now }: Pick<Context, 'config' | 'now'>): CountTile {
  const count = minuteLimit(config.LIMIT_TILES, now);
  return ({ userId }, request) => count(userId ?? readNetwork(request));
}

/** Lets browsers keep a response for a minute, and caches on the way only what is the same for every visitor. */
export function keepForAMinute({ userId }: Viewer, reply: FastifyReply): void {
  void reply.header('cache-control', `${userId === null ? 'public' : 'private'}, max-age=60`);
}

/** The filter of a query. A taxon that was replaced stands for its successor; 404 for a place that is not the caller's. */
export async function resolveFilter({ readDb, now }: Context, query: PublicMapFilter, { timeZone, userId }: Viewer): Promise<Filter> {
  const area = userId === null ? null : await areaOfQuery(readDb, userId, query);
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
