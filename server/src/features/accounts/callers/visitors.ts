import type { Language } from '@veld/contract';
import type { FastifyReply } from 'fastify';
import type { Context } from '../../../http/context.ts';
import { negotiateLanguage } from '../../../http/language.ts';
import type { Access } from '../../../http/serve.ts';
import { minuteLimit } from '../../../http/write-limit.ts';
import { loggedIn, maybeLoggedIn } from '../access.ts';
import { readNetwork } from '../limits.ts';

/** The id of nobody, who has no records, follows and blocks nobody, and takes part in nothing. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Somebody who reads what is public. */
export interface Reader {
  /** `NOBODY` for a visitor. */
  userId: string;
  roles: readonly string[];
  timeZone: string | null;
  language: Language;
}

export const isVisitor = ({ userId }: Pick<Reader, 'userId'>): boolean => userId === NOBODY;

/**
 * Requires a login, unless the instance lets visitors look around (decision 0052). The requests of visitors are limited by network
 * address, by each server process separately.
 */
export function reader(context: Context): Access<Reader> {
  if (!context.config.ALLOW_BROWSING) return loggedIn(context);
  const access = maybeLoggedIn(context);
  const count = minuteLimit(context.config.LIMIT_BROWSING, context.now);
  return async (request) => {
    const caller = await access(request);
    if (caller) return caller;
    count(readNetwork(request));
    return { userId: NOBODY, roles: [], timeZone: null, language: negotiateLanguage(request.headers['accept-language']) };
  };
}

/** Lets caches on the way keep what is the same for every visitor with a language, and give it to nobody who is logged in. */
export function keepForVisitors(who: Reader, reply: FastifyReply): void {
  if (isVisitor(who)) void reply.header('cache-control', 'public, max-age=60').header('vary', 'authorization, accept-language');
}
