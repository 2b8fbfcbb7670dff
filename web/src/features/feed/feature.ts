import { IconFeather } from '@tabler/icons-react';
import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = {
  screens: [
    {
      name: 'feed',
      path: '/feed',
      asksServer: true,
      load: () => import('./FeedScreen'),
      texts: ['feed', 'observations'],
      navigation: { in: 'list', at: 10, icon: IconFeather },
    },
  ],
};
