import { IconChecks, IconMail, IconTrash } from '@tabler/icons-react';
import type { OutboxIcons } from '../../ui/feature';

export const outboxIcons: OutboxIcons = {
  message: IconMail,
  message_deletion: IconTrash,
  message_read: IconChecks,
};
