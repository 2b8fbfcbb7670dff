import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

/** A response body, compressed once to be sent many times. */
export interface Bytes {
  etag: string;
  br: Buffer;
  gzip: Buffer;
}

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT } };

export async function toBytes(value: unknown): Promise<Bytes> {
  const text = Buffer.from(JSON.stringify(value));
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(text, BROTLI), promisify(gzip)(text, { level: 6 })]);
  return { etag: `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`, br, gzip: zipped };
}

/** Sends a body in the best encoding that the caller accepts, or 304 if the caller has it already. */
export async function sendBytes(request: FastifyRequest, reply: FastifyReply, bytes: Bytes, vary: string[] = []): Promise<FastifyReply> {
  const before = reply.getHeader('vary');
  void reply.header('etag', bytes.etag).header('vary', [...(before ? [String(before)] : []), 'accept-encoding', ...vary].join(', '));
  if (hasTag(request.headers['if-none-match'], bytes.etag)) return reply.code(304).send();
  void reply.type('application/json; charset=utf-8');
  const encoding = encodingFor(String(request.headers['accept-encoding'] ?? ''));
  if (encoding === null) return reply.send(await promisify(gunzip)(bytes.gzip));
  return reply.header('content-encoding', encoding).send(bytes[encoding]);
}

/** Whether an If-None-Match header contains the tag or `*`. */
export function hasTag(header: string | undefined, etag: string): boolean {
  const weak = etag.replace(/^W\//, '');
  return (header ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === weak || tag.trim() === '*');
}

/** The best accepted encoding, with Brotli before gzip because it is smaller. Null for none. */
function encodingFor(header: string): 'br' | 'gzip' | null {
  const encodings = new Negotiator({ headers: { 'accept-encoding': header } }).encodings(['br', 'gzip', 'identity']);
  const best = (['br', 'gzip'] as const).find((encoding) => encodings.includes(encoding));
  return best ?? null;
}
