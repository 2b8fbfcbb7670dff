import { IconUsers } from '@tabler/icons-react';
import type { OutboxIcons } from '../../ui/feature';

export const outboxIcons: OutboxIcons = {
  project_join: IconUsers,
  project_leave: IconUsers,
};
