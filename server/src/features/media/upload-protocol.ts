import type { FastifyRequest } from 'fastify';

/** The version of tus that the server supports. */
export const TUS_VERSION = '1.0.0';

const OVERRIDABLE = ['HEAD', 'PATCH', 'DELETE', 'OPTIONS', 'POST'];

/**
 * Gives a request the method in X-HTTP-Method-Override, for clients that can send only GET and POST. tus requires a server to
 * ignore the actual method then. False if the header names a method that uploads do not have.
 */
export function overrideMethod(request: FastifyRequest): boolean {
  const header = request.headers['x-http-method-override'];
  if (header === undefined) return true;
  const method = String(header).toUpperCase();
  if (!OVERRIDABLE.includes(method)) return false;
  request.raw.method = method;
  return true;
}

export interface ProtocolFault {
  status: 412 | 415;
  text: string;
}

/** Checks what tus 1.0 requires of every request and `@tus/server` answers with another status. Null if nothing is wrong. */
export function protocolFault(request: Pick<FastifyRequest, 'method' | 'headers'>): ProtocolFault | null {
  const { method, headers } = request;
  if (method === 'OPTIONS') return null;
  if (headers['tus-resumable'] !== TUS_VERSION) return { status: 412, text: `Tus-Resumable must be ${TUS_VERSION}\n` };
  const hasBody = Number(headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in headers;
  const needsType = method === 'PATCH' || (method === 'POST' && hasBody);
  if (needsType && headers['content-type'] !== 'application/offset+octet-stream')
    return { status: 415, text: 'Content-Type must be application/offset+octet-stream\n' };
  return null;
}
