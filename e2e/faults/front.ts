import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

/**
 * How the line to the server is. `open`: everything passes. `silent`: requests arrive and no answer comes back. `portal`:
 * a page of somebody else's network answers everything with 200.
 */
export type Line = 'open' | 'silent' | 'portal';

export interface Front {
  url: string;
  line: Line;
  /** Requests of the API that came here. */
  asked: string[];
  /** What is served in place of a file, by its path. */
  files: Map<string, string>;
  close(): Promise<void>;
}

/** Stands before a server as a bad network does; the browser knows only this address. */
export async function startFront(target: string): Promise<Front> {
  const { hostname, port } = new URL(target);
  const held = new Set<ServerResponse>();
  const answer = (asked: IncomingMessage, reply: ServerResponse) => {
    const path = asked.url ?? '/';
    if (path.startsWith('/api/')) front.asked.push(`${asked.method} ${path.split('?')[0]}`);
    if (front.line === 'silent') {
      asked.resume();
      held.add(reply);
      return;
    }
    if (front.line === 'portal') {
      asked.resume();
      reply.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Log in to the network</title>');
      return;
    }
    const own = front.files.get(path);
    if (own !== undefined) {
      reply.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' }).end(own);
      return;
    }
    const passed = request({ hostname, port, path, method: asked.method, headers: asked.headers }, (came) => {
      reply.writeHead(came.statusCode ?? 502, came.headers);
      came.pipe(reply);
    });
    passed.on('error', () => reply.destroy());
    asked.pipe(passed);
  };
  const server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  const front: Front = {
    url: `http://127.0.0.1:${address.port}`,
    line: 'open',
    asked: [],
    files: new Map(),
    close: () =>
      new Promise((done) => {
        for (const reply of held) reply.destroy();
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return front;
}
