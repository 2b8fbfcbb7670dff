import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = {
  screens: [
    {
      name: 'knowledge',
      path: '/knowledge',
      asksServer: true,
      load: () => import('./KnowledgeScreen'),
    },
  ],
};
