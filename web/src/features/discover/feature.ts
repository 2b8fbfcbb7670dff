import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = {
  screens: [
    {
      name: 'discover',
      path: '/discover',
      asksServer: true,
      load: () => import('./DiscoverScreen'),
    },
  ],
};
