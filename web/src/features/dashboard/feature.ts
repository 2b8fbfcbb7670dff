import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = {
  screens: [
    {
      name: 'dashboard',
      path: '/',
      load: () => import('./DashboardScreen'),
      texts: ['dashboard'],
    },
  ],
};
