import { type Language, LANGUAGES } from '@veld/contract';
import type { FastifyRequest, FastifyReply } from 'fastify';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { negotiateLanguage } from '../../http/language.ts';
import type { Access } from '../../http/serve.ts';
import { cachedCaller, type CallerRow } from './caller-cache.ts';
import { isConfirmed } from './addresses.ts';
import { findCaller, touchSession } from './sessions.ts';
import { bearerHash } from './tokens.ts';
import { requireStanding, type Standing } from './standing.ts';
import { minuteLimit } from '../../http/write-limit.ts';
import { readNetwork } from './limits.ts';

/** The logged-in user who sent a request. */
export interface Caller {
  userId: string;
  sessionId: string;
  name: string;
  roles: readonly string[];
  isPro: boolean;
  /** How moderators have restricted the person. */
  standing: Standing | null;
  countryCode: string | null;
  timeZone: string | null;
  /** As `isConfirmed`. */
  isConfirmed: boolean;
  /** The language in the user's preferences, else the language of the request. */
  language: Language;
}

const TOUCH_INTERVAL_MS = 3_600_000;

/** Requires a valid session; otherwise 401. 423 for what a restricted person may not do. */
export function loggedIn(context: Context): Access<Caller> {
  return (request) => {
    const caller = callerOf(context, request);
    return caller instanceof Promise ? caller.then((found) => required(found, request)) : required(caller, request);
  };
}

function required(caller: Caller | null, request: FastifyRequest): Caller {
  if (!caller) throw new Fault('not_logged_in');
  requireStanding(caller.standing, request);
  return caller;
}

/** For routes that are open to everyone but give logged-in users a different response. */
export function maybeLoggedIn(context: Context): Access<Caller | null> {
  return (request) => callerOf(context, request);
}

/** Requires a role; otherwise 403. An admin has every role. Changes take effect at once, in other processes within two seconds. */
export function withRole(context: Context, role: 'curator' | 'admin'): Access<Caller> {
  const access = loggedIn(context);
  return async (request) => {
    const caller = await access(request);
    if (!caller.roles.includes(role) && !caller.roles.includes('admin')) throw new Fault('forbidden');
    return caller;
  };
}

/** Whether the caller moderates what people publish here (decision 0046). */
export function isModerator({ roles }: Pick<Caller, 'roles'>): boolean {
  return roles.includes('admin');
}

/** Requires a confirmed mail address, for what shows the person to others; otherwise 403 (decision 0029). */
export function withConfirmedEmail(context: Context): Access<Caller> {
  const access = loggedIn(context);
  return async (request) => {
    const caller = await access(request);
    if (!caller.isConfirmed) throw new Fault('email_unconfirmed');
    return caller;
  };
}

/** At once if the session is cached. */
function callerOf(context: Context, request: FastifyRequest): Caller | null | Promise<Caller | null> {
  const hash = bearerHash(request.headers.authorization);
  if (!hash) return null;
  const now = context.now();
  const found = cachedCaller(context.db, hash, now, findCaller);
  if (found instanceof Promise) return found.then((row) => (row ? touched(context, request, row, now) : null));
  return found ? touched(context, request, found, now) : null;
}

function touched(context: Context, request: FastifyRequest, row: CallerRow, now: Date): Caller | Promise<Caller> {
  const caller = callerIn(context, request, row);
  if (now.getTime() - row.last_seen_at.getTime() <= TOUCH_INTERVAL_MS) return caller;
  return touchSession(context.db, row.user_id, row.session_id, now).then(() => caller);
}

function callerIn(context: Context, request: FastifyRequest, row: CallerRow): Caller {
  return {
    userId: row.user_id,
    sessionId: row.session_id,
    name: row.name,
    roles: row.roles,
    isPro: row.is_pro,
    standing: row.standing,
    countryCode: row.country_code,
    timeZone: row.time_zone,
    isConfirmed: isConfirmed(context, row),
    language: preferredLanguage(row) ?? negotiateLanguage(request.headers['accept-language']),
  };
}

/** The language in the preferences of a person, if they chose one that the app has. */
export function preferredLanguage(row: { language: string | null }): Language | null {
  return LANGUAGES.find((language) => language === row.language) ?? null;
}

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
  const access = maybeVisiting(context);
  const count = minuteLimit(context.config.LIMIT_BROWSING, context.now);
  const counted = (who: Reader, request: FastifyRequest) => {
    if (isVisitor(who)) count(readNetwork(request));
    return who;
  };
  return (request) => {
    const who = access(request);
    return who instanceof Promise ? who.then((known) => counted(known, request)) : counted(who, request);
  };
}

/** As `reader`, without the limit. */
export function maybeVisiting(context: Context): Access<Reader> {
  const access = maybeLoggedIn(context);
  const visit = async (request: FastifyRequest): Promise<Reader> => {
    if (!(await context.browsing.isOpen())) throw new Fault('not_logged_in');
    return { userId: NOBODY, roles: [], timeZone: null, language: negotiateLanguage(request.headers['accept-language']) };
  };
  return (request) => {
    const caller = access(request);
    return caller instanceof Promise ? caller.then((known) => known ?? visit(request)) : (caller ?? visit(request));
  };
}

/** Lets caches on the way keep what is the same for every visitor with a language, and give it to nobody who is logged in. */
export function keepForVisitors(who: Reader, reply: FastifyReply): void {
  if (isVisitor(who)) void reply.header('cache-control', 'public, max-age=60').header('vary', 'authorization, accept-language');
}
