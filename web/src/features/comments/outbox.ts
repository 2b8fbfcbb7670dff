import { IconMessageCircle, IconTrash } from '@tabler/icons-react';
import type { OutboxIcons } from '../../ui/feature';

export const outboxIcons: OutboxIcons = {
  comment: IconMessageCircle,
  comment_deletion: IconTrash,
};
