import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = {
  screens: [
    {
      name: 'settings.my_locations',
      path: '/settings/my-locations',
      title: 'my_locations',
      load: () => import('./MyLocationsScreen'),
    },
    {
      name: 'settings.my_location',
      path: '/settings/locations/:id',
      otherPaths: ['/settings/my-locations/:id'],
      title: 'my_location',
      load: () => import('./place/PlaceScreen'),
    },
  ],
};
