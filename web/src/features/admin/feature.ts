import { IconShieldCog } from '@tabler/icons-react';
import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = {
  screens: [
    {
      name: 'admin',
      path: '/admin',
      guards: ['auth', 'admin'],
      asksServer: true,
      load: () => import('./AdminScreen'),
      navigation: { in: 'end', at: 30, icon: IconShieldCog },
    },
  ],
};
