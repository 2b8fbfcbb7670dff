import type { BrowserContext } from '@playwright/test';

/** Collects the requests that save or delete a record, as `METHOD path`. */
export function watchWrites(context: BrowserContext): string[] {
  const writes: string[] = [];
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/observations/') && request.method() !== 'GET') writes.push(`${request.method()} ${pathname}`);
  });
  return writes;
}
