/** Restricts a link to addresses within the app; anything else (another site, a script) becomes the dashboard. */
export function innerAddress(next: string | null): string {
  if (!next || !next.startsWith('/') || next.startsWith('//') || next.includes('\\')) return '/';
  const url = new URL(next, 'https://veld.invalid');
  return url.host === 'veld.invalid' ? url.pathname + url.search + url.hash : '/';
}
