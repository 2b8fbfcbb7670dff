import { IconArrowBackUp, IconTag } from '@tabler/icons-react';
import type { OutboxIcons } from '../../ui/feature';

export const outboxIcons: OutboxIcons = {
  identification: IconTag,
  identification_withdrawal: IconArrowBackUp,
};
