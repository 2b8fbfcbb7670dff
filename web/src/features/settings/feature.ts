import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = {
  screens: [
    {
      name: 'settings.profile',
      path: '/settings/profile',
      title: 'settings',
      asksServer: true,
      load: () => import('./SettingsScreen'),
    },
    {
      name: 'settings.my_locations',
      path: '/settings/my-locations',
      title: 'my_locations',
      load: () => import('./MyLocationsScreen'),
    },
    {
      name: 'settings.my_location',
      path: '/settings/locations/:id',
      title: 'my_location',
      load: () => import('./place/PlaceScreen'),
    },
    {
      name: 'storage',
      path: '/storage',
      asksServer: true,
      load: () => import('./StorageScreen'),
    },
  ],
};
