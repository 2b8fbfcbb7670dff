import { IconPhoto, IconTrash } from '@tabler/icons-react';
import type { OutboxIcons } from '../../ui/feature';

export const outboxIcons: OutboxIcons = {
  place_photo: IconPhoto,
  place_photo_deletion: IconTrash,
};
