import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeTile } from '@veld/geography';
import sharp from 'sharp';

/** Another server's tiles, as an operator can configure them: `/raster/{z}/{x}/{y}.png` and `/vector/{z}/{x}/{y}`. */
export interface TileServer {
  origin: string;
  /** The paths that were asked for. */
  asked: string[];
  /** `fails` answers with 500, `has none` with 404. */
  mode: 'works' | 'fails' | 'has none';
  close(): Promise<void>;
}

export async function startTileServer(): Promise<TileServer> {
  // A colour that no theme of the app has.
  const picture = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#ff00aa' } })
    .png()
    .toBuffer();
  const water = writeTile([{ name: 'water', features: [{ at: [0, 0, 4096, 4096], properties: { class: 'lake' } }] }]);
  const server: Server = createServer(({ url = '' }, response) => {
    tiles.asked.push(url);
    response.setHeader('access-control-allow-origin', '*');
    if (tiles.mode !== 'works') return response.writeHead(tiles.mode === 'fails' ? 500 : 404).end();
    return url.startsWith('/raster/') ? response.setHeader('content-type', 'image/png').end(picture) : response.end(water);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const tiles: TileServer = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    mode: 'works',
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return tiles;
}
