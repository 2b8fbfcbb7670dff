import { IconSettings } from '@tabler/icons-react';
import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = {
  notices: () => import('./DeletionNotice'),
  screens: [
    {
      name: 'settings.profile',
      path: '/settings/profile',
      title: 'settings',
      asksServer: true,
      load: () => import('./SettingsScreen'),
      navigation: { in: 'end', at: 40, icon: IconSettings, under: '/settings' },
    },
    {
      name: 'storage',
      path: '/storage',
      asksServer: true,
      load: () => import('./storage/StorageScreen'),
    },
  ],
};
