import type { FastifyRequest } from 'fastify';
import type { Context } from '../../http/context.ts';

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const PATH = new RegExp(`^/api/media/(${UUID})(?:\\.(?:${UUID}|whole))?/(?:128|512|1600|original)$`);

/**
 * The photo id in an address of this server, `/api/media/<id>/<size>`, with or without origin and signature. Does not fetch it. Null
 * for any other address (docs/decisions/0010-own-images-first.md).
 */
export function parseMediaId(address: string, ownHosts: readonly string[]): string | null {
  const isPath = address.startsWith('/') && !address.startsWith('//') && !address.includes('\\');
  let url: URL;
  try {
    url = new URL(address, isPath ? 'http://here.invalid' : undefined);
  } catch {
    return null;
  }
  if (!isPath && (!['http:', 'https:'].includes(url.protocol) || url.username || url.password || !ownHosts.includes(url.host))) return null;
  return PATH.exec(url.pathname)?.[1] ?? null;
}

/** The hosts under which this server is asked. */
export function ownHosts(context: Pick<Context, 'config'>, request: FastifyRequest): string[] {
  const hosts = [request.host];
  if (context.config.PUBLIC_URL) hosts.push(new URL(context.config.PUBLIC_URL).host);
  return hosts;
}
