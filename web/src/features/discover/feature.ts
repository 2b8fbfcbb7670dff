import { IconBrandSafari } from '@tabler/icons-react';
import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = {
  screens: [
    {
      name: 'discover',
      path: '/discover',
      asksServer: true,
      load: () => import('./DiscoverScreen'),
      navigation: { in: 'list', at: 30, icon: IconBrandSafari },
    },
  ],
};
