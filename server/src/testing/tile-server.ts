import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A small picture of its own for each tile, of a kind that only its first bytes show. */
export function tilePicture(path: string): Buffer {
  return Buffer.concat([Buffer.from([0x89]), Buffer.from('PNG\r\n'), Buffer.from(path), Buffer.alloc(200, path.length)]);
}

export interface LocalTileServer {
  origin: string;
  /** The paths that were asked for. */
  asked: string[];
  /** What happens to the next requests: `answer`, `fail` (503), `limit` (429 for an hour), or `hang`, which never answers. */
  mode: 'answer' | 'fail' | 'limit' | 'hang';
  /** Hangs from this number of requests on. */
  hangsAfter: number;
  close(): void;
}

/** A server of raster tiles at `/{z}/{x}/{y}.png`; those of odd rows and columns do not exist. */
export async function localTileServer(): Promise<LocalTileServer> {
  const state: LocalTileServer = { origin: '', asked: [], mode: 'answer', hangsAfter: Infinity, close: () => undefined };
  const server = createServer(({ url = '' }, response) => {
    state.asked.push(url);
    if (state.mode === 'hang' || state.asked.length > state.hangsAfter) return;
    if (state.mode === 'limit') return void response.writeHead(429, { 'retry-after': '3600' }).end();
    if (state.mode === 'fail') return void response.writeHead(503).end();
    const [, x, y] = /^\/\d+\/(\d+)\/(\d+)\.png$/.exec(url) ?? [];
    if (Number(x) % 2 === 1 && Number(y) % 2 === 1) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'image/png' }).end(tilePicture(url));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  state.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  state.close = () => {
    server.closeAllConnections();
    server.close();
  };
  return state;
}
