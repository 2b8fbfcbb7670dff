import { IconLeaf } from '@tabler/icons-react';
import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = {
  screens: [
    {
      name: 'my_species',
      path: '/my-species',
      asksServer: true,
      load: () => import('./MySpeciesScreen'),
      texts: ['species'],
      navigation: { in: 'list', at: 15, icon: IconLeaf },
    },
    {
      name: 'species',
      path: '/species/:id',
      asksServer: true,
      load: () => import('./SpeciesScreen'),
    },
  ],
};
