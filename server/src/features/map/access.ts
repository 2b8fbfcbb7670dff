import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../http/context.ts';
import { minuteLimit } from '../../http/write-limit.ts';
import { isVisitor, type Reader } from '../accounts/access.ts';
import { readNetwork } from '../accounts/limits.ts';

export type CountTile = (who: Reader, request: FastifyRequest) => void;

/** Limits requests by person, and those of visitors by network address. */
export function tileLimit({ config, now }: Pick<Context, 'config' | 'now'>): CountTile {
  const count = minuteLimit(config.LIMIT_TILES, now);
  return (who, request) => count(isVisitor(who) ? readNetwork(request) : who.userId);
}

/** Lets browsers keep a response for a minute, and caches on the way only what is the same for every visitor. */
export function keepForAMinute(who: Reader, reply: FastifyReply): void {
  void reply.header('cache-control', `${isVisitor(who) ? 'public' : 'private'}, max-age=60`);
}
