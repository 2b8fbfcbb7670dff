import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = {
  notices: () => import('./StandingNotice'),
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
