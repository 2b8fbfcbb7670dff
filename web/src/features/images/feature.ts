import { IconPhotoEdit } from '@tabler/icons-react';
import type { Feature } from '../../ui/feature.ts';

export const feature: Feature = {
  screens: [
    {
      name: 'admin.specie_images',
      path: '/admin/specie-images',
      guards: ['auth', 'curator'],
      title: 'specie_images',
      asksServer: true,
      load: () => import('./SpecieImagesScreen'),
      navigation: { in: 'end', at: 20, icon: IconPhotoEdit, notForAdmins: true },
    },
  ],
};
