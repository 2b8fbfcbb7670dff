import { IconHome } from '@tabler/icons-react';
import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = {
  screens: [
    {
      name: 'dashboard',
      path: '/',
      otherPaths: ['/dashboard'],
      load: () => import('./DashboardScreen'),
      texts: ['dashboard'],
      navigation: { in: 'bar', at: 10, icon: IconHome },
    },
  ],
};
