import { IconMoodSmile } from '@tabler/icons-react';
import type { OutboxIcons } from '../../ui/feature';

export const outboxIcons: OutboxIcons = {
  reaction: IconMoodSmile,
};
