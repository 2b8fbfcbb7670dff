/** One file of words a feature and language; `common` holds what the shell and several features say. */
export const NAMESPACES = [
  'common',
  'accounts',
  'observations',
  'taxa',
  'species',
  'journeys',
  'map',
  'feed',
  'discover',
  'community',
  'profile',
  'knowledge',
  'feedback',
  'settings',
  'embeds',
  'dashboard',
  'images',
] as const;
export type Namespace = (typeof NAMESPACES)[number];
