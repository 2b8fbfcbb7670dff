import { IconBookmark } from '@tabler/icons-react';
import type { OutboxIcons } from '../../ui/feature';

export const outboxIcons: OutboxIcons = {
  saved_view: IconBookmark,
};
