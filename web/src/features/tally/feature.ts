import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = {
  screens: [
    {
      name: 'tally',
      path: '/observe/tally',
      load: () => import('./TallyScreen'),
    },
  ],
};
