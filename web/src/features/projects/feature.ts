import { IconFlag } from '@tabler/icons-react';
import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = {
  screens: [
    {
      name: 'projects',
      path: '/projects',
      asksServer: true,
      load: () => import('./ProjectsScreen'),
      navigation: { in: 'list', at: 75, icon: IconFlag },
    },
    {
      name: 'project',
      path: '/projects/:id',
      asksServer: true,
      load: () => import('./ProjectScreen'),
    },
    {
      name: 'project_live',
      path: '/projects/:id/live',
      layout: 'empty',
      asksServer: true,
      load: () => import('./live/LiveScreen'),
    },
  ],
};
