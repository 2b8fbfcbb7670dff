import { IconPencil, IconPhotoStar, IconStar, IconTrash } from '@tabler/icons-react';
import type { OutboxIcons } from '../../ui/feature';

export const outboxIcons: OutboxIcons = {
  wanted: IconStar,
  species_note: IconPencil,
  species_image: IconPhotoStar,
  tick_removal: IconTrash,
};
