import { request as plainRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpRequest, HttpResponse, HttpStack } from 'tus-js-client';
import { type TestOptions, type TestServer, testServer } from '../../server/src/testing/server.ts';
import { insertTaxa } from '../../server/src/testing/records.ts';

/** The server and the clock that all devices share. */
export interface World {
  veld: TestServer;
  now: number;
  close(): Promise<void>;
  /** Resolves when the server has no request in progress. */
  idle(): Promise<void>;
}

export interface RequestData {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: Uint8Array | null;
}

/**
 * What goes wrong with one request. `refused`: it never arrives; `lost`: the server handles it, but the response is lost; `half`: the
 * connection is cut within the body; `killed`: the app is killed after the request was sent, `unsent`: before.
 */
export type RequestFault = 'refused' | 'lost' | 'half' | 'killed' | 'unsent' | null;

export type Transport = (request: RequestData) => Promise<Response>;

export async function newWorld(settings: Record<string, string> = {}, options: TestOptions = {}): Promise<World> {
  const world = { now: Date.parse('2026-05-10T08:00:00Z') } as World;
  world.veld = await testServer(settings, { ...options, now: () => new Date(world.now) });
  await insertTaxa(world.veld);
  // With lists of countries, new accounts would not confirm what is unusual there (decision 0064), which the model does not know.
  await world.veld.db.deleteFrom('taxon_countries').execute();
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

/** Sends a request to the real server. */
export async function deliver(request: RequestData): Promise<Response> {
  const body = request.body ? new Uint8Array(request.body) : null;
  const response = await fetch(request.url, { method: request.method, headers: request.headers, body });
  return new Response(response.status === 204 || request.method === 'HEAD' ? null : await response.arrayBuffer(), {
    status: response.status,
    headers: response.headers,
  });
}

/** Sends the beginning of the body and cuts the connection. */
export async function deliverHalf(request: RequestData, world: World): Promise<void> {
  const body = request.body ?? new Uint8Array(0);
  const headers = { ...request.headers, 'content-length': String(body.length) };
  await new Promise<void>((done) => {
    const sending = plainRequest(request.url, { method: request.method, headers });
    sending.on('error', () => done());
    sending.on('close', () => done());
    sending.write(body.subarray(0, body.length >> 1), () => setImmediate(() => sending.destroy()));
  });
  await world.idle();
}

export function fetchThrough(transport: Transport): typeof fetch {
  return async (input, init = {}) =>
    transport({
      method: init.method ?? 'GET',
      url: String(input),
      headers: init.headers as Record<string, string>,
      body: typeof init.body === 'string' ? new TextEncoder().encode(init.body) : null,
    });
}

export function httpStackThrough(transport: Transport): HttpStack {
  return { getName: () => 'simulation', createRequest: (method, url) => new TransportRequest(method, url, transport) };
}

class TransportRequest implements HttpRequest {
  readonly #headers: Record<string, string> = {};
  readonly #method: string;
  readonly #url: string;
  readonly #transport: Transport;
  #onProgress: (sent: number) => void = () => {};

  constructor(method: string, url: string, transport: Transport) {
    this.#method = method;
    this.#url = url;
    this.#transport = transport;
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
    const response = await this.#transport({ method: this.#method, url: this.#url, headers: this.#headers, body: bytes });
    const text = await response.text();
    if (bytes) this.#onProgress(bytes.length);
    return {
      getStatus: () => response.status,
      getHeader: (name) => response.headers.get(name) ?? undefined,
      getBody: () => text,
      getUnderlyingObject: () => null,
    };
  }
}
