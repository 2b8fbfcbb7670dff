import { IconMap2 } from '@tabler/icons-react';
import type { Feature } from '../../ui/feature.ts';
import { loadMap } from './load-map.ts';

export const feature: Feature = {
  screens: [
    {
      name: 'map',
      path: '/map',
      asksServer: true,
      load: loadMap,
      texts: ['map', 'geo'],
      navigation: { in: 'bar', at: 20, icon: IconMap2, onAim: () => void loadMap().catch(() => undefined) },
    },
  ],
};
