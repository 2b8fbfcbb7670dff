import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = {
  screens: [
    {
      name: 'observe.photos',
      path: '/observe/photos',
      title: 'observe_photos',
      load: () => import('./FromPhotosScreen'),
    },
  ],
};
