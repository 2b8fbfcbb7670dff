import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = {
  screens: [
    {
      name: 'tile_requests',
      path: '/tile-requests',
      asksServer: true,
      load: () => import('./TileRequestsScreen'),
    },
  ],
};
