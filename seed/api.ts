import { setTimeout as sleep } from 'node:timers/promises';
import { type CallInput, pathFor, type ReplyOf, type Route, UPLOADS_PATH } from '@veld/contract';

/** An answer that is no success. */
export class Refused extends Error {
  readonly status: number;

  constructor(call: string, status: number, text: string) {
    super(`${call} answered ${status}: ${text.slice(0, 300)}`);
    this.status = status;
  }
}

const TRIES = 5;

/** Calls a route of a running server; tries again where it is busy. Throws `Refused`. */
export async function call<R extends Route>(url: string, route: R, input: Partial<CallInput<R>> = {}, token?: string): Promise<ReplyOf<R>> {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries((input.query ?? {}) as Record<string, unknown>))
    if (value !== undefined) query.set(key, String(value));
  const path = pathFor(route, input.params as Record<string, unknown>) + (query.size > 0 ? `?${query}` : '');
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(url + path, {
      method: route.method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    });
    const text = await answer.text();
    if (answer.ok) return (text === '' ? undefined : JSON.parse(text)) as ReplyOf<R>;
    if (answer.status !== 503 || attempt === TRIES) throw new Refused(`${route.method} ${route.path}`, answer.status, text);
    await sleep(Number(answer.headers.get('retry-after') ?? 1) * 1000);
  }
}

export interface PhotoToSend {
  id: string;
  sha256: string;
  bytes: Buffer;
}

/** Sends a JPEG by tus: an upload is made, then its bytes follow. A photo that is there already is left as it is. */
export async function sendPhoto(url: string, photo: PhotoToSend, token: string): Promise<void> {
  const always = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' };
  const metadata = Object.entries({ id: photo.id, sha256: photo.sha256, type: 'image/jpeg' });
  const made = await fetch(url + UPLOADS_PATH, {
    method: 'POST',
    headers: {
      ...always,
      'upload-length': String(photo.bytes.length),
      'upload-metadata': metadata.map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`).join(','),
    },
  });
  const text = await made.text();
  if (made.status !== 201) throw new Refused('POST /api/uploads', made.status, text);
  if (made.headers.get('upload-stored')) return;
  const sent = await fetch(`${url}${UPLOADS_PATH}/${photo.id}`, {
    method: 'PATCH',
    headers: { ...always, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(photo.bytes),
  });
  const answer = await sent.text();
  if (sent.status !== 204) throw new Refused('PATCH /api/uploads/:id', sent.status, answer);
}
