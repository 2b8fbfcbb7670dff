import { IconMessage } from '@tabler/icons-react';
import type { OutboxIcons } from '../../ui/feature';

export const outboxIcons: OutboxIcons = {
  report: IconMessage,
  appeal: IconMessage,
};
