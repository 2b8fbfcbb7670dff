import { IconTrash } from '@tabler/icons-react';
import type { OutboxIcons } from '../../ui/feature';

export const outboxIcons: OutboxIcons = {
  tile_request_deletion: IconTrash,
};
