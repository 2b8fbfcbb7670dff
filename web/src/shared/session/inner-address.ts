/** `address` with the address in the app to continue to after logging in. */
export function addressBefore(address: string, next: string): string {
  return next === '/' ? address : `${address}?${new URLSearchParams({ next }).toString()}`;
}

/** Restricts a link to addresses within the app; anything else (another site, a script) becomes the dashboard. */
export function innerAddress(next: string | null): string {
  if (!next || !next.startsWith('/') || next.startsWith('//') || next.includes('\\')) return '/';
  const url = new URL(next, 'https://veld.invalid');
  return url.host === 'veld.invalid' ? url.pathname + url.search + url.hash : '/';
}
