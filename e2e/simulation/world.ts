import { request as plainRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpRequest, HttpResponse, HttpStack } from 'tus-js-client';
import { type TestServer, testServer } from '../../server/src/testing/server.ts';
import { insertTaxa } from '../../server/src/testing/records.ts';

/** The server, the air between it and the devices, and the time of day. */
export interface World {
  veld: TestServer;
  now: number;
  close(): Promise<void>;
  /** Until the server has ended what it was doing. */
  idle(): Promise<void>;
}

export interface Asked {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: Uint8Array | null;
}

/**
 * What goes wrong with one request. `refused`: it never arrives; `lost`: the server does it, the answer never comes;
 * `half`: the connection is cut within the body; `killed`: the app dies after it was sent, `unsent` before.
 */
export type Trouble = 'refused' | 'lost' | 'half' | 'killed' | 'unsent' | null;

export type Carrier = (asked: Asked) => Promise<Response>;

export async function newWorld(): Promise<World> {
  const world = { now: Date.parse('2026-05-10T08:00:00Z') } as World;
  world.veld = await testServer({}, { now: () => new Date(world.now) });
  await insertTaxa(world.veld);
  let busy = 0;
  world.veld.server.app.server.on('request', (_request, response) => {
    busy++;
    response.once('close', () => busy--);
  });
  world.idle = async () => {
    do await sleep(2);
    while (busy > 0);
  };
  world.close = () => world.veld.close();
  return world;
}

/** The request as it is, to the real server. */
export async function carry(asked: Asked): Promise<Response> {
  const body = asked.body ? new Uint8Array(asked.body) : null;
  const answer = await fetch(asked.url, { method: asked.method, headers: asked.headers, body });
  return new Response(answer.status === 204 || asked.method === 'HEAD' ? null : await answer.arrayBuffer(), {
    status: answer.status,
    headers: answer.headers,
  });
}

/** Sends the beginning of the body and cuts the connection. */
export async function carryHalf(asked: Asked, world: World): Promise<void> {
  const body = asked.body ?? new Uint8Array(0);
  const headers = { ...asked.headers, 'content-length': String(body.length) };
  await new Promise<void>((done) => {
    const request = plainRequest(asked.url, { method: asked.method, headers });
    request.on('error', () => done());
    request.on('close', () => done());
    request.write(body.subarray(0, body.length >> 1), () => setImmediate(() => request.destroy()));
  });
  await world.idle();
}

export function fetchOver(carrier: Carrier): typeof fetch {
  return async (input, init = {}) =>
    carrier({
      method: init.method ?? 'GET',
      url: String(input),
      headers: init.headers as Record<string, string>,
      body: typeof init.body === 'string' ? new TextEncoder().encode(init.body) : null,
    });
}

export function uploadsOver(carrier: Carrier): HttpStack {
  return { getName: () => 'simulation', createRequest: (method, url) => new CarriedRequest(method, url, carrier) };
}

class CarriedRequest implements HttpRequest {
  readonly #headers: Record<string, string> = {};
  readonly #method: string;
  readonly #url: string;
  readonly #carrier: Carrier;
  #onProgress: (sent: number) => void = () => {};

  constructor(method: string, url: string, carrier: Carrier) {
    this.#method = method;
    this.#url = url;
    this.#carrier = carrier;
  }

  getMethod = () => this.#method;
  getURL = () => this.#url;
  setHeader = (name: string, value: string) => void (this.#headers[name.toLowerCase()] = value);
  getHeader = (name: string) => this.#headers[name.toLowerCase()];
  setProgressHandler = (handler: (sent: number) => void) => void (this.#onProgress = handler);
  abort = () => Promise.resolve();
  getUnderlyingObject = () => null;

  async send(body: unknown): Promise<HttpResponse> {
    const bytes = body ? new Uint8Array(await (body as Blob).arrayBuffer()) : null;
    const answer = await this.#carrier({ method: this.#method, url: this.#url, headers: this.#headers, body: bytes });
    const text = await answer.text();
    if (bytes) this.#onProgress(bytes.length);
    return {
      getStatus: () => answer.status,
      getHeader: (name) => answer.headers.get(name) ?? undefined,
      getBody: () => text,
      getUnderlyingObject: () => null,
    };
  }
}
