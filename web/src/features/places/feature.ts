import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = {
  screens: [
    {
      name: 'place',
      path: '/places/:id',
      asksServer: true,
      load: () => import('./PublicPlaceScreen'),
    },
  ],
};
