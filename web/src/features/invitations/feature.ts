import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = {
  screens: [
    {
      name: 'admin.invitations',
      path: '/admin/invitations',
      guards: ['auth', 'admin'],
      title: 'invitations',
      asksServer: true,
      load: () => import('./InvitationsScreen'),
    },
  ],
};
