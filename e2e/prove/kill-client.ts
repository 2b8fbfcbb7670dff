import { setTimeout as sleep } from 'node:timers/promises';

export type Json = Record<string, unknown>;

/** Differences between what was acknowledged and what is stored. */
export interface Found {
  lost: number;
  doubled: number;
  wrongXp: number;
}

/** A client that repeats each write until it is acknowledged, and remembers what must be stored. */
export interface Writer {
  register(): Promise<void>;
  /** Makes one write of a random kind; resolves when it is acknowledged. */
  write(): Promise<void>;
  /** Compares what is stored with what was acknowledged. */
  check(): Promise<Found>;
}

export interface Request {
  method: string;
  /** Absolute. */
  url: string;
  token: string;
  /** Bytes are sent as they are, anything else as JSON. */
  body?: Json | Buffer | undefined;
  headers?: Record<string, string>;
  /** Error statuses that mean that an earlier try has succeeded. */
  isDone?: (status: number) => boolean;
}

export interface Acknowledged {
  status: number;
  headers: Headers;
  /** The parsed body; null if there is none. */
  json: unknown;
}

/** Repeats a request until it is acknowledged. 404 and 410 acknowledge a DELETE; any other 4xx throws, unless `isDone` accepts it. */
export async function sendUntilDone({ method, url, token, body, headers = {}, isDone = () => false }: Request): Promise<Acknowledged> {
  const isJson = body !== undefined && !Buffer.isBuffer(body);
  const all = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(isJson ? { 'content-type': 'application/json' } : {}),
    ...headers,
  };
  for (;;) {
    const sent = isJson ? JSON.stringify(body) : body === undefined ? undefined : new Uint8Array(body);
    const response = await fetch(url, { method, headers: all, ...(sent === undefined ? {} : { body: sent }) }).catch(() => null);
    const text = await response?.text().catch(() => null);
    if (response && text !== null && text !== undefined) {
      const { status } = response;
      const isJsonResponse = response.headers.get('content-type')?.includes('json') === true;
      if (status < 300) return { status, headers: response.headers, json: isJsonResponse && text !== '' ? JSON.parse(text) : null };
      if (isDone(status) || (method === 'DELETE' && [404, 410].includes(status))) return { status, headers: response.headers, json: null };
      if (status < 500) throw new Error(`${method} ${url} was refused with ${status}: ${text}`);
    }
    await sleep(100);
  }
}
