import { findFeature, STANDINGS } from '@veld/contract';
import type { FastifyRequest } from 'fastify';
import { Fault } from '../../http/fault.ts';

/*
 * What somebody can still change whom moderators have limited or suspended (decision 0084): everything can be read, exported and deleted,
 * the account and its settings stay their own, and an appeal is always possible. Whom a limited person may write to is decided with the
 * message (decision 0085).
 */

export type Standing = (typeof STANDINGS)[number];

/** What a limited person cannot do: what others are told. */
const SPEAKING: ReadonlySet<string> = new Set(['identifications', 'comments', 'places']);
/** What a suspended person still can. */
const OWN: ReadonlySet<string> = new Set(['accounts', 'notifications']);
const ALWAYS: ReadonlySet<string> = new Set(['/api/reports/appeals/:id', '/api/messages/:id/read']);
/** What devices wait before they try again what waits on them. */
const RETRY_AFTER_S = 3600;

/** Throws 423 for what the person may not do at the moment: devices keep it and try again later. `path` is that of the route. */
export function requireStanding(
  standing: Standing | null,
  { method, routeOptions }: Pick<FastifyRequest, 'method' | 'routeOptions'>,
): void {
  if (standing && isRefused(standing, method, routeOptions.url ?? '')) throw new Fault(standing, { retryAfter: RETRY_AFTER_S });
}

function isRefused(standing: Standing, method: string, path: string): boolean {
  if (['GET', 'HEAD', 'OPTIONS', 'DELETE'].includes(method)) return false;
  const feature = findFeature(path) ?? '';
  return standing === 'limited' ? SPEAKING.has(feature) : !OWN.has(feature) && !ALWAYS.has(path);
}
