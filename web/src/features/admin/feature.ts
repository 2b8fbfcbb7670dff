import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = {
  screens: [
    {
      name: 'admin',
      path: '/admin',
      guards: ['auth', 'admin'],
      asksServer: true,
      load: () => import('./AdminScreen'),
    },
  ],
};
