import { IconTallymarks } from '@tabler/icons-react';
import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = {
  screens: [
    {
      name: 'tally',
      path: '/observe/tally',
      load: () => import('./TallyScreen'),
      navigation: { in: 'list', at: 60, icon: IconTallymarks },
    },
  ],
};
