import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = {
  screens: [
    {
      name: 'admin.reports',
      path: '/admin/reports',
      guards: ['auth', 'admin'],
      title: 'reports',
      asksServer: true,
      load: () => import('./ModerationScreen'),
    },
  ],
};
