import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = {
  screens: [
    {
      name: 'embed',
      path: '/embed',
      layout: 'embed',
      guards: ['embed-key'],
      load: () => import('./EmbedScreen'),
    },
  ],
};
