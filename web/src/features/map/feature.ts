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
    },
  ],
};
