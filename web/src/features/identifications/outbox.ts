import { IconArrowBackUp, IconTag, IconTags } from '@tabler/icons-react';
import type { OutboxIcons } from '../../ui/feature';

export const outboxIcons: OutboxIcons = {
  agreements: IconTags,
  identification: IconTag,
  identification_withdrawal: IconArrowBackUp,
};
