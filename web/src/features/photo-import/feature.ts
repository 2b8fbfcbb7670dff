import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = {
  notices: () => import('./SharedNotices'),
  screens: [
    {
      name: 'observe.photos',
      path: '/observe/photos',
      title: 'observe_photos',
      load: () => import('./FromPhotosScreen'),
    },
  ],
};
