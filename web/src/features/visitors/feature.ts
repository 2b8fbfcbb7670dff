import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = {
  visitors: {
    map: () => import('./MapScreen'),
    feed: () => import('./FeedScreen'),
    species: () => import('./SpeciesScreen'),
    projects: () => import('./ProjectsScreen'),
    project: () => import('./ProjectScreen'),
    place: () => import('./PlaceScreen'),
  },
};
