import { setTimeout as sleep } from 'node:timers/promises';
import { type CallInput, pathFor, type ReplyOf, type Route, UPLOADS_PATH } from '@veld/contract';

/** The response is an error. */
export class RequestFailed extends Error {
  readonly status: number;

  constructor(call: string, status: number, text: string) {
    super(`${call} returned ${status}: ${text.slice(0, 300)}`);
    this.status = status;
  }
}

const MAX_ATTEMPTS = 5;

/** Calls a route of a running server, and retries after a 429 or 503. Throws `RequestFailed` for an error. */
export async function call<R extends Route>(url: string, route: R, input: Partial<CallInput<R>> = {}, token?: string): Promise<ReplyOf<R>> {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(input.query ?? {})) if (value !== undefined) query.set(key, String(value));
  const path = pathFor(route, input.params as Record<string, unknown>) + (query.size > 0 ? `?${query}` : '');
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(url + path, {
      method: route.method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    });
    const text = await response.text();
    if (response.ok) return (text === '' ? undefined : JSON.parse(text)) as ReplyOf<R>;
    if (![429, 503].includes(response.status) || attempt === MAX_ATTEMPTS)
      throw new RequestFailed(`${route.method} ${route.path}`, response.status, text);
    await sleep(Number(response.headers.get('retry-after') ?? 1) * 1000);
  }
}

export interface PhotoToUpload {
  id: string;
  sha256: string;
  bytes: Buffer;
}

/** Uploads a JPEG with tus, unless it is stored already. Throws `RequestFailed` for an error. */
export async function uploadPhoto(url: string, photo: PhotoToUpload, token: string): Promise<void> {
  const commonHeaders = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' };
  const metadata = Object.entries({ id: photo.id, sha256: photo.sha256, type: 'image/jpeg' });
  const made = await fetch(url + UPLOADS_PATH, {
    method: 'POST',
    headers: {
      ...commonHeaders,
      'upload-length': String(photo.bytes.length),
      'upload-metadata': metadata.map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`).join(','),
    },
  });
  const text = await made.text();
  if (made.status !== 201) throw new RequestFailed('POST /api/uploads', made.status, text);
  if (made.headers.get('upload-stored')) return;
  const sent = await fetch(`${url}${UPLOADS_PATH}/${photo.id}`, {
    method: 'PATCH',
    headers: { ...commonHeaders, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(photo.bytes),
  });
  const error = await sent.text();
  if (sent.status !== 204) throw new RequestFailed('PATCH /api/uploads/:id', sent.status, error);
}
