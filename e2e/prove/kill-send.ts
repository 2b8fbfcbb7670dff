import { setTimeout as sleep } from 'node:timers/promises';

export type Told = Record<string, unknown>;

/** What was found in the end where something else was acknowledged. */
export interface Found {
  lost: number;
  doubled: number;
  wrongXp: number;
}

/** Somebody who writes one thing after another, each until it is acknowledged, and knows what must be there in the end. */
export interface Writer {
  register(): Promise<void>;
  /** One write, of one kind or another; resolves when it is acknowledged. */
  write(): Promise<void>;
  /** Compares what is there with what was acknowledged. */
  check(): Promise<Found>;
}

export interface Request {
  method: string;
  /** With the server's address. */
  url: string;
  token: string;
  /** Bytes are sent as they are, anything else as JSON. */
  body?: Told | Buffer | undefined;
  headers?: Record<string, string>;
  /** Refusals that say that it was done before. */
  isDone?: (status: number) => boolean;
}

export interface Acknowledged {
  status: number;
  headers: Headers;
  told: unknown;
}

/** The same request until somebody acknowledges it. What is to be deleted and is not there is deleted. */
export async function sendUntilDone({ method, url, token, body, headers = {}, isDone = () => false }: Request): Promise<Acknowledged> {
  const isJson = body !== undefined && !Buffer.isBuffer(body);
  const all = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(isJson ? { 'content-type': 'application/json' } : {}),
    ...headers,
  };
  for (;;) {
    const sent = isJson ? JSON.stringify(body) : body === undefined ? undefined : new Uint8Array(body);
    const answer = await fetch(url, { method, headers: all, ...(sent === undefined ? {} : { body: sent }) }).catch(() => null);
    const text = await answer?.text().catch(() => null);
    if (answer && text !== null && text !== undefined) {
      const { status } = answer;
      const isJsonAnswer = answer.headers.get('content-type')?.includes('json') === true;
      if (status < 300) return { status, headers: answer.headers, told: isJsonAnswer && text !== '' ? JSON.parse(text) : null };
      if (isDone(status) || (method === 'DELETE' && [404, 410].includes(status))) return { status, headers: answer.headers, told: null };
      if (status < 500) throw new Error(`${method} ${url} was refused with ${status}: ${text}`);
    }
    await sleep(100);
  }
}
