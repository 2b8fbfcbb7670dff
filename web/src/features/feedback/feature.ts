import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = {
  screens: [
    {
      name: 'feedback',
      path: '/feedback',
      asksServer: true,
      load: () => import('./FeedbackScreen'),
    },
  ],
};
