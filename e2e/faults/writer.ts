import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { listObservationChanges, pathFor, putObservation, register, UPLOADS_PATH } from '@veld/contract';
import { call } from '../../seed/api.ts';
import type { RunningVeld } from '../server.ts';

/** What came back: a status, or null where the connection was refused or broke. */
export interface Came {
  status: number | null;
  retryAfter: number | null;
}

/** Somebody who saves records over plain HTTP and sees every answer. */
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

  /** One save; `write_id` is the id, so that a repetition is the same write. */
  async save(id: string, more: Record<string, unknown> = {}): Promise<Came> {
    const body = { verbatim_name: 'small brown bird', observed_on: '2026-05-17', write_id: id, ...more };
    return this.#send(pathFor(putObservation, { id }), { method: 'PUT', json: body });
  }

  async read(): Promise<Came> {
    return this.#send(listObservationChanges.path, { method: 'GET' });
  }

  /** A photo whole with the request that announces it. */
  async sendPhoto(photo: SomePhoto): Promise<Came> {
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

  /** The ids and versions that the server has. */
  async stored(): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    for (let cursor: string | undefined; ;) {
      const page = await call(this.#veld.url, listObservationChanges, { query: { limit: 100, cursor } }, this.token);
      for (const { id, version } of page.data) found.set(id, version);
      if (!page.has_more) return found;
      cursor = page.next_cursor;
    }
  }

  async #send(path: string, asked: { method: string; json?: unknown; bytes?: Buffer; headers?: Record<string, string> }): Promise<Came> {
    try {
      const answer = await fetch(this.#veld.url + path, {
        method: asked.method,
        headers: {
          authorization: `Bearer ${this.token}`,
          ...(asked.json === undefined ? {} : { 'content-type': 'application/json' }),
          ...asked.headers,
        },
        ...(asked.json === undefined ? {} : { body: JSON.stringify(asked.json) }),
        ...(asked.bytes === undefined ? {} : { body: new Uint8Array(asked.bytes) }),
      });
      const retryAfter = answer.headers.get('retry-after');
      await answer.arrayBuffer();
      return { status: answer.status, retryAfter: retryAfter === null ? null : Number(retryAfter) };
    } catch {
      return { status: null, retryAfter: null };
    }
  }
}

export interface SomePhoto {
  id: string;
  sha256: string;
  bytes: Buffer;
}

/** Bytes that are no picture: the store keeps what it is given, whatever they show. */
export function someBytes(length: number): SomePhoto {
  const bytes = randomBytes(length);
  return { id: randomUUID(), sha256: createHash('sha256').update(bytes).digest('hex'), bytes };
}
