import type { BrowserContext } from '@playwright/test';

/** Every request that stores or deletes a record, as it leaves the device. */
export function watchWrites(context: BrowserContext): string[] {
  const writes: string[] = [];
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/observations/') && request.method() !== 'GET') writes.push(`${request.method()} ${pathname}`);
  });
  return writes;
}
