import { IconBook2 } from '@tabler/icons-react';
import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = {
  screens: [
    {
      name: 'knowledge',
      path: '/knowledge',
      asksServer: true,
      load: () => import('./KnowledgeScreen'),
      navigation: { in: 'list', at: 40, icon: IconBook2 },
    },
  ],
};
