import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = {
  screens: [
    {
      name: 'statistics',
      path: '/statistics',
      asksServer: true,
      load: () => import('./StatisticsScreen'),
    },
  ],
};
