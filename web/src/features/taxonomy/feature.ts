import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = {
  screens: [
    {
      name: 'admin.taxonomy',
      path: '/admin/taxonomy',
      guards: ['auth', 'admin'],
      title: 'taxonomy_lists',
      asksServer: true,
      load: () => import('./TaxonomyScreen'),
    },
  ],
};
