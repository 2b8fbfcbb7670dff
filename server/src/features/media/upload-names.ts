import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../accounts/access.ts';
import { readMetadata, type UploadMetadata } from './finish.ts';

/** `<photo id>` or `<photo id>.jpeg`: the last part of an upload's address. */
const NAME = /^([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})(\.jpeg)?$/;

/** The caller and the upload of a request. Kept in a map by Node's request, which is all that tus passes to its handlers. */
export interface UploadRequest {
  caller: Caller;
  /** The name of the upload; null until it is known, and for requests without an upload. */
  name: string | null;
}
export const uploadRequests = new WeakMap<IncomingMessage, UploadRequest>();

/** The photo of an upload name; null if the name has another form. */
export function parseUploadName(name: string): Pick<UploadMetadata, 'id' | 'companion'> | null {
  const [, id, companion] = NAME.exec(name) ?? [];
  return id === undefined ? null : { id, ...(companion ? { companion: 'jpeg' as const } : {}) };
}

export function formatUploadName(metadata: UploadMetadata): string {
  return metadata.companion ? `${metadata.id}.jpeg` : metadata.id;
}

/** The file name of an upload. It starts with the user id, so that two people never share an upload. */
export function tusId(userId: string, name: string): string {
  return `${userId}.${name}`;
}

/** Whether a file in the folder of uploads belongs to one of a person. */
export function ownsUpload(userId: string, file: string): boolean {
  return file.startsWith(tusId(userId, ''));
}

/** The metadata of a POST request; null if it is invalid, which tus then reports. */
export function parseUploadHeader(request: FastifyRequest): UploadMetadata | null {
  const header = request.headers['upload-metadata'];
  if (typeof header !== 'string' || header.length > 4000) return null;
  const pairs = header.split(',').map((pair) => pair.trim().split(' '));
  try {
    return readMetadata(Object.fromEntries(pairs.map(([key = '', value]) => [key, Buffer.from(value ?? '', 'base64').toString('utf8')])));
  } catch {
    return null;
  }
}
