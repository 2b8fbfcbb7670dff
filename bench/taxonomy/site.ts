import { mkdtempSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize, resolve } from 'node:path';
import type { TaxonRow } from '@veld/contract';
import { build } from 'vite';

/** Rows per page, as on the server (decision 0021). */
const PAGE_ROWS = 5000;
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
};

/** Serves the bench's pages locally, built like the app and cross-origin isolated as SQLite on OPFS requires. */
export interface Site {
  url: string;
  /** Publishes taxa; returns the URLs of their pages. */
  put(name: string, taxa: readonly TaxonRow[]): string[];
  remove(): Promise<void>;
}

export async function startSite(): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'veld-bench-site-'));
  const root = resolve(import.meta.dirname, 'page');
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    // Dexie's modern build, as in the app.
    resolve: { alias: { dexie: resolve(root, '../../../node_modules/dexie/dist/modern/dexie.min.mjs') } },
    build: { outDir: folder, emptyOutDir: true, target: 'es2023', assetsInlineLimit: 0, chunkSizeWarningLimit: 4000 },
    worker: { format: 'es' },
  });
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://site').pathname));
    const file = join(folder, path === '/' ? 'index.html' : path);
    if (!file.startsWith(folder) || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'cache-control': path.startsWith('/assets/') ? 'public, max-age=3600, immutable' : 'no-store',
    });
    response.end(readFileSync(file));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    put(name, taxa) {
      mkdirSync(join(folder, 'data', name), { recursive: true });
      const pages: string[] = [];
      for (let from = 0; from < taxa.length; from += PAGE_ROWS) {
        const page = `/data/${name}/${pages.length + 1}.json`;
        writeFileSync(join(folder, page), JSON.stringify(taxa.slice(from, from + PAGE_ROWS)));
        pages.push(page);
      }
      return pages;
    },
    async remove() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
