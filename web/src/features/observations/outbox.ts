import { IconNote, IconPhoto, IconTrash } from '@tabler/icons-react';
import type { OutboxIcons } from '../../ui/feature';

export const outboxIcons: OutboxIcons = {
  record: IconNote,
  deletion: IconTrash,
  photo: IconPhoto,
};
