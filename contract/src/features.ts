/**
 * Features in a line: each may import only those before it. The order is the one of the folders `features/` on both sides.
 * The value is the paths a feature owns, by their beginning; the longest that fits wins (decision 0015).
 */
export const FEATURES = {
  operations: ['/api/health', '/api/ready', '/metrics', '/api/openapi.json', '/api/docs', '/api/check-version', '/api/public'],
  accounts: [
    '/api/register',
    '/api/login',
    '/api/logout',
    '/api/password',
    '/api/user',
    '/api/users',
    '/api/delete-account',
    '/api/sessions',
    '/api/settings',
  ],
  media: ['/api/uploads', '/api/media'],
  taxa: ['/api/taxonomy', '/api/taxon', '/api/specie-images'],
  observations: ['/api/observations'],
  species: ['/api/species', '/api/species-seen'],
  feed: ['/api/feed'],
  community: ['/api/community'],
  feedback: ['/api/feedback'],
  embeds: ['/api/embeds', '/api/embed'],
} as const satisfies Record<string, readonly string[]>;

export type Feature = keyof typeof FEATURES;

/** The feature that owns a path, or null. `/api/user` does not own `/api/users`. */
export function featureOf(path: string): Feature | null {
  let best: Feature | null = null;
  let length = 0;
  for (const [feature, prefixes] of Object.entries(FEATURES) as [Feature, readonly string[]][]) {
    for (const prefix of prefixes) {
      if ((path === prefix || path.startsWith(`${prefix}/`)) && prefix.length > length) {
        best = feature;
        length = prefix.length;
      }
    }
  }
  return best;
}
