/** An address inside the app, from a link; anything else (another site, a script) is the dashboard. */
export function innerAddress(next: string | null): string {
  if (!next || !next.startsWith('/') || next.startsWith('//') || next.includes('\\')) return '/';
  const url = new URL(next, 'https://veld.invalid');
  return url.host === 'veld.invalid' ? url.pathname + url.search + url.hash : '/';
}
