import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = {
  screens: [
    {
      name: 'tables',
      path: '/tables',
      load: () => import('./RecordsTableScreen'),
    },
  ],
};
