import { IconUsers } from '@tabler/icons-react';
import type { OutboxIcons } from '../../ui/feature';

export const outboxIcons: OutboxIcons = {
  relation: IconUsers,
  relation_end: IconUsers,
};
