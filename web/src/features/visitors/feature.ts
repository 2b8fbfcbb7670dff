import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = {
  visitors: {
    observation: () => import('./PublicPageScreen'),
    'community.user': () => import('./PublicPageScreen'),
    map: () => import('./MapScreen'),
    feed: () => import('./FeedScreen'),
    species: () => import('./SpeciesScreen'),
    projects: () => import('./ProjectsScreen'),
    project: () => import('./ProjectScreen'),
    place: () => import('./PlaceScreen'),
  },
};
