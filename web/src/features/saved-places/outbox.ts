import { IconMapPin } from '@tabler/icons-react';
import type { OutboxIcons } from '../../ui/feature';

export const outboxIcons: OutboxIcons = {
  saved_place: IconMapPin,
};
