const HERE = 'https://veld.invalid';

/** Where a link of an article may lead: to a page of this app, or to another website. Null for anything else. */
export function safeAddress(address: string): { page: string } | { website: string } | null {
  const isPath = /^\/(?![/\\])/.test(address);
  const url = URL.parse(address, isPath ? HERE : undefined);
  if (!url) return null;
  if (isPath) return url.origin === HERE && !url.pathname.startsWith('//') ? { page: url.pathname + url.search + url.hash } : null;
  return url.protocol === 'https:' || url.protocol === 'http:' ? { website: url.href } : null;
}
