import { IconNotebook } from '@tabler/icons-react';
import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = {
  screens: [
    {
      name: 'community.user',
      path: '/profile/:user',
      title: 'person',
      asksServer: true,
      load: () => import('./PersonScreen'),
    },
    {
      name: 'my_records',
      path: '/my-records',
      load: () => import('./MyRecordsScreen'),
      texts: ['profile', 'observations'],
      navigation: { in: 'bar', at: 30, icon: IconNotebook },
    },
    {
      name: 'profile',
      path: '/profile',
      asksServer: true,
      load: () => import('./ProfileScreen'),
    },
  ],
};
