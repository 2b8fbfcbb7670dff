import { IconChartBar } from '@tabler/icons-react';
import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = {
  screens: [
    {
      name: 'statistics',
      path: '/statistics',
      asksServer: true,
      load: () => import('./StatisticsScreen'),
      navigation: { in: 'list', at: 65, icon: IconChartBar },
    },
  ],
};
