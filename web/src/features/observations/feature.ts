import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = {
  screens: [
    {
      name: 'tables',
      path: '/tables',
      asksServer: true,
      load: () => import('./RecordsTableScreen'),
    },
  ],
};
