import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** An answer that is made once and sent many times. */
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

/** Sends them compressed as the caller can read them, or 304 where the caller has them already. */
export async function sendBytes(request: FastifyRequest, reply: FastifyReply, bytes: Bytes, vary: string[] = []): Promise<FastifyReply> {
  const before = reply.getHeader('vary');
  void reply.header('etag', bytes.etag).header('vary', [...(before ? [String(before)] : []), 'accept-encoding', ...vary].join(', '));
  if (hasTag(request.headers['if-none-match'], bytes.etag)) return reply.code(304).send();
  void reply.type('application/json; charset=utf-8');
  const encoding = encodingFor(String(request.headers['accept-encoding'] ?? ''));
  if (encoding === null) return reply.send(await promisify(gunzip)(bytes.gzip));
  return reply.header('content-encoding', encoding).send(bytes[encoding]);
}

/** Whether an If-None-Match header names the tag, or anything. */
export function hasTag(header: string | undefined, etag: string): boolean {
  const weak = etag.replace(/^W\//, '');
  return (header ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === weak || tag.trim() === '*');
}

function encodingFor(header: string): 'br' | 'gzip' | null {
  const accepted = new Set(
    header
      .toLowerCase()
      .split(',')
      .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
      .map((part) => part.split(';')[0]!.trim()),
  );
  if (accepted.has('br')) return 'br';
  return accepted.has('gzip') || accepted.has('*') ? 'gzip' : null;
}
