import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = {
  screens: [
    {
      name: 'feed',
      path: '/feed',
      asksServer: true,
      load: () => import('./FeedScreen'),
      texts: ['feed', 'observations'],
    },
  ],
};
