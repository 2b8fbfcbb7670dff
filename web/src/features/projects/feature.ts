import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = {
  screens: [
    {
      name: 'projects',
      path: '/projects',
      asksServer: true,
      load: () => import('./ProjectsScreen'),
    },
    {
      name: 'project',
      path: '/projects/:id',
      asksServer: true,
      load: () => import('./ProjectScreen'),
    },
  ],
};
