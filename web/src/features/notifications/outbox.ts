import { IconBell } from '@tabler/icons-react';
import type { OutboxIcons } from '../../ui/feature';

export const outboxIcons: OutboxIcons = {
  notification: IconBell,
  notification_mute: IconBell,
};
