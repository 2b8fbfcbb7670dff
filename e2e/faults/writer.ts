import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { listObservationChanges, pathFor, putObservation, register, UPLOADS_PATH } from '@veld/contract';
import { call } from '../../seed/api.ts';
import type { RunningVeld } from '../server.ts';

export interface Reply {
  /** Null when the connection was refused or broke. */
  status: number | null;
  /** `Retry-After` in seconds. */
  retryAfter: number | null;
}

/** A person who saves records over plain HTTP, without the app's retries. */
export class Writer {
  #veld: RunningVeld;
  token = '';

  constructor(veld: RunningVeld) {
    this.#veld = veld;
  }

  async register(name: string): Promise<this> {
    const body = { name, email: `${name}@example.org`, password: 'a long walk in the rain' };
    this.token = (await call(this.#veld.url, register, { body })).token;
    return this;
  }

  /** Saves a record. The write id is the record's id, so that a repeat is the same write. */
  async save(id: string, more: Record<string, unknown> = {}): Promise<Reply> {
    const body = { verbatim_name: 'small brown bird', observed_on: '2026-05-17', write_id: id, ...more };
    return this.#send(pathFor(putObservation, { id }), { method: 'PUT', json: body });
  }

  async read(): Promise<Reply> {
    return this.#send(listObservationChanges.path, { method: 'GET' });
  }

  /** Uploads a photo in the same request that creates the upload. */
  async sendPhoto(photo: Photo): Promise<Reply> {
    const encoded = (text: string) => Buffer.from(text).toString('base64');
    return this.#send(UPLOADS_PATH, {
      method: 'POST',
      bytes: photo.bytes,
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': String(photo.bytes.length),
        'upload-metadata': `id ${encoded(photo.id)},sha256 ${encoded(photo.sha256)},type ${encoded('image/jpeg')}`,
        'content-type': 'application/offset+octet-stream',
      },
    });
  }

  /** Versions of the records on the server, by id. */
  async stored(): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    for (let cursor: string | undefined; ;) {
      const page = await call(this.#veld.url, listObservationChanges, { query: { limit: 100, cursor } }, this.token);
      for (const { id, version } of page.data) found.set(id, version);
      if (!page.has_more) return found;
      cursor = page.next_cursor;
    }
  }

  async #send(path: string, options: { method: string; json?: unknown; bytes?: Buffer; headers?: Record<string, string> }): Promise<Reply> {
    try {
      const response = await fetch(this.#veld.url + path, {
        method: options.method,
        headers: {
          authorization: `Bearer ${this.token}`,
          ...(options.json === undefined ? {} : { 'content-type': 'application/json' }),
          ...options.headers,
        },
        ...(options.json === undefined ? {} : { body: JSON.stringify(options.json) }),
        ...(options.bytes === undefined ? {} : { body: new Uint8Array(options.bytes) }),
      });
      const retryAfter = response.headers.get('retry-after');
      await response.arrayBuffer();
      return { status: response.status, retryAfter: retryAfter === null ? null : Number(retryAfter) };
    } catch {
      return { status: null, retryAfter: null };
    }
  }
}

export interface Photo {
  id: string;
  sha256: string;
  bytes: Buffer;
}

/** A photo of random bytes, which no image library can read: the server stores originals as they are. */
export function randomPhoto(length: number): Photo {
  const bytes = randomBytes(length);
  return { id: randomUUID(), sha256: createHash('sha256').update(bytes).digest('hex'), bytes };
}
