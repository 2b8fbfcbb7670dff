import type { Language, PublicMapFilter } from '@veld/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { negotiateLanguage } from '../../http/language.ts';
import type { Access } from '../../http/serve.ts';
import { minuteLimit } from '../../http/write-limit.ts';
import { loggedIn, maybeLoggedIn } from '../accounts/access.ts';
import { readNetwork } from '../accounts/limits.ts';

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
export function requirePerson(
  { userId }: Viewer,
  query: Pick<PublicMapFilter, 'unseen' | 'place_id'> & { mine?: '0' | '1' | undefined },
): void {
  if (userId === null && (query.unseen === '1' || query.mine === '1' || query.place_id !== undefined)) throw new Fault('not_logged_in');
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
