import { IconMessage2 } from '@tabler/icons-react';
import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = {
  screens: [
    {
      name: 'feedback',
      path: '/feedback',
      asksServer: true,
      load: () => import('./FeedbackScreen'),
      navigation: { in: 'end', at: 50, icon: IconMessage2 },
    },
  ],
};
