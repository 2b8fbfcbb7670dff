import { IconListSearch } from '@tabler/icons-react';
import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = {
  screens: [
    {
      name: 'explore',
      path: '/explore',
      asksServer: true,
      load: () => import('./ExploreScreen'),
      navigation: { in: 'list', at: 12, icon: IconListSearch },
    },
  ],
};
