import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = {
  inFrame: [{ when: 'later', load: () => import('./DownloadHost') }],
  screens: [
    {
      name: 'tile_requests',
      path: '/tile-requests',
      asksServer: true,
      load: () => import('./TileRequestsScreen'),
    },
  ],
};
