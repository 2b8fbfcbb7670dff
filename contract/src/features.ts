import { listPairs } from './keys.ts';

/**
 * The features in order of dependency: each may import only those before it. Keys are the folder names under `features/` on the
 * server and in the web app. Values are the path prefixes a feature owns; the longest match wins. Features that exist only in the
 * web app own none (decision 0015).
 */
export const FEATURES = {
  operations: [
    '/api/health',
    '/api/ready',
    '/metrics',
    '/.well-known',
    '/api/openapi.json',
    '/api/docs',
    '/api/check-version',
    '/api/public',
  ],
  accounts: [
    '/api/register',
    '/api/registration',
    '/api/invitations',
    '/api/login',
    '/api/logout',
    '/api/password',
    '/api/email',
    '/api/user',
    '/api/users',
    '/api/delete-account',
    '/api/sessions',
    '/api/settings/preferences',
    '/api/settings/account',
  ],
  relations: ['/api/relations'],
  notifications: ['/api/notifications'],
  geo: [],
  media: ['/api/uploads', '/api/media'],
  taxa: ['/api/taxonomy', '/api/taxon'],
  articles: ['/api/articles'],
  sensitive: ['/api/sensitive-taxa', '/api/admin/sensitive-taxa'],
  observations: ['/api/observations'],
  frequencies: ['/api/frequencies', '/api/taxonomy/location'],
  outbox: [],
  recording: [],
  identifications: [
    '/api/observations/:id/identifications',
    '/api/observations/:id/votes',
    '/api/observations/:id/vote',
    '/api/observations/:id/review',
    '/api/identifications',
  ],
  reactions: ['/api/observations/:id/reaction', '/api/observations/:id/reactions', '/api/reactions'],
  comments: ['/api/observations/:id/comments', '/api/comments'],
  messages: ['/api/messages', '/api/observations/:id/experts'],
  reports: ['/api/reports', '/api/moderation'],
  motivation: ['/api/motivation', '/api/toasts'],
  tally: [],
  'photo-import': [],
  species: ['/api/species', '/api/species-seen', '/api/my-species-images'],
  journeys: ['/api/journeys'],
  'saved-places': [],
  map: ['/api/map'],
  projects: ['/api/projects'],
  validation: ['/api/validation', '/api/observations/:id/validation', '/api/observations/:id/questions'],
  feed: ['/api/feed'],
  discover: ['/api/discover'],
  community: ['/api/community'],
  profile: [],
  statistics: [],
  explore: ['/api/explore'],
  places: ['/api/places'],
  knowledge: [],
  visitors: ['/api/visitors'],
  feedback: ['/api/feedback'],
  settings: ['/api/settings'],
  'tile-requests': ['/api/tile-requests'],
  embeds: ['/api/embeds', '/api/embed', '/api/oembed'],
  dashboard: [],
  search: [],
  admin: ['/api/admin'],
  images: ['/api/specie-images'],
  taxonomy: [],
  invitations: [],
} as const satisfies Record<string, readonly string[]>;

export type Feature = keyof typeof FEATURES;

/** The feature that owns a path, or null. Prefixes match whole path segments: `/api/user` does not match `/api/users`. */
export function findFeature(path: string): Feature | null {
  let best: Feature | null = null;
  let length = 0;
  for (const [feature, prefixes] of listPairs<Feature, readonly string[]>(FEATURES)) {
    for (const prefix of prefixes) {
      if ((path === prefix || path.startsWith(`${prefix}/`)) && prefix.length > length) {
        best = feature;
        length = prefix.length;
      }
    }
  }
  return best;
}
