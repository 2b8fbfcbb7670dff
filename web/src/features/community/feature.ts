import { IconUsers } from '@tabler/icons-react';
import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = {
  screens: [
    {
      name: 'community',
      path: '/community',
      asksServer: true,
      load: () => import('./CommunityScreen'),
      navigation: { in: 'list', at: 70, icon: IconUsers },
    },
  ],
};
