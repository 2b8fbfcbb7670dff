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
      name: 'storage',
      path: '/storage',
      asksServer: true,
      load: () => import('./storage/StorageScreen'),
    },
  ],
};
