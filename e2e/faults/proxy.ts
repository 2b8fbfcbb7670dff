import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

/**
 * What the proxy does with requests. `forward`: passes them to the server. `silent`: accepts them and never responds. `portal`:
 * answers each with 200 and an HTML page, as a captive portal does.
 */
export type ProxyMode = 'forward' | 'silent' | 'portal';

export interface FaultyProxy {
  url: string;
  mode: ProxyMode;
  /** API requests received, as `METHOD path`. */
  requests: string[];
  /** JavaScript served instead of the server's file, by path. */
  overrides: Map<string, string>;
  close(): Promise<void>;
}

/** Starts a proxy in front of the server at `target`, in mode `forward`. */
export async function startProxy(target: string): Promise<FaultyProxy> {
  const { hostname, port } = new URL(target);
  const unanswered = new Set<ServerResponse>();
  const handle = (incoming: IncomingMessage, response: ServerResponse) => {
    const path = incoming.url ?? '/';
    if (path.startsWith('/api/')) proxy.requests.push(`${incoming.method} ${path.split('?')[0]}`);
    if (proxy.mode === 'silent') {
      incoming.resume();
      unanswered.add(response);
      return;
    }
    if (proxy.mode === 'portal') {
      incoming.resume();
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Log in to the network</title>');
      return;
    }
    const override = proxy.overrides.get(path);
    if (override !== undefined) {
      response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' }).end(override);
      return;
    }
    const forwarded = request({ hostname, port, path, method: incoming.method, headers: incoming.headers }, (upstream) => {
      response.writeHead(upstream.statusCode ?? 502, upstream.headers);
      upstream.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    incoming.pipe(forwarded);
  };
  const server = createServer(handle);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  const proxy: FaultyProxy = {
    url: `http://127.0.0.1:${address.port}`,
    mode: 'forward',
    requests: [],
    overrides: new Map(),
    close: () =>
      new Promise((done) => {
        for (const response of unanswered) response.destroy();
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return proxy;
}
