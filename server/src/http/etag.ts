import { hash } from 'node:crypto';

/** What an ETag has of a body: it differs for other bytes. Without quotes. */
export function contentTag(bytes: string | NodeJS.ArrayBufferView): string {
  return hash('sha256', bytes, 'base64url').slice(0, 22);
}

/** Whether an If-None-Match header contains the tag or `*`. */
export function hasTag(header: string | undefined, etag: string): boolean {
  const weak = etag.replace(/^W\//, '');
  return (header ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === weak || tag.trim() === '*');
}
