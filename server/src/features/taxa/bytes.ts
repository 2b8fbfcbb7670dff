import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { contentTag, hasTag } from '../../http/etag.ts';

/** A response body, compressed once to be sent many times. */
export interface Bytes {
  etag: string;
  br: Buffer;
  gzip: Buffer;
}

const QUALITY = 6;

export async function toBytes(value: unknown): Promise<Bytes> {
  const text = Buffer.from(JSON.stringify(value));
  const mode = constants.BROTLI_MODE_TEXT;
  return compress(text, contentTag(text), mode);
}

/** Bytes with their version, which the ETag has. */
export async function compress(bytes: Buffer, version: string, mode: number = constants.BROTLI_MODE_GENERIC): Promise<Bytes> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_MODE]: mode };
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(bytes, { params }), promisify(gzip)(bytes, { level: QUALITY })]);
  return { etag: `W/"${version}"`, br, gzip: zipped };
}

export interface SendOptions {
  /** Request headers on which the body depends. */
  vary?: readonly string[];
  /** Media type; JSON by default. */
  type?: string;
}

/** Sends a body in the best encoding that the caller accepts, or 304 if the caller has it already. */
export async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: Bytes,
  { vary = [], type = 'application/json; charset=utf-8' }: SendOptions = {},
): Promise<FastifyReply> {
  const before = reply.getHeader('vary');
  void reply.header('etag', bytes.etag).header('vary', [...(before ? [String(before)] : []), 'accept-encoding', ...vary].join(', '));
  if (hasTag(request.headers['if-none-match'], bytes.etag)) return reply.code(304).send();
  void reply.type(type);
  const encoding = encodingFor(request.headers['accept-encoding'] ?? '');
  if (encoding === null) return reply.send(await promisify(gunzip)(bytes.gzip));
  return reply.header('content-encoding', encoding).send(bytes[encoding]);
}

/** The best accepted encoding, with Brotli before gzip because it is smaller. Null for none. */
function encodingFor(header: string): 'br' | 'gzip' | null {
  const encodings = new Negotiator({ headers: { 'accept-encoding': header } }).encodings(['br', 'gzip', 'identity']);
  const best = (['br', 'gzip'] as const).find((encoding) => encodings.includes(encoding));
  return best ?? null;
}
