import { IconArrowBackUp, IconEyeCheck, IconTag, IconTags, IconThumbUp } from '@tabler/icons-react';
import type { OutboxIcons } from '../../ui/feature';

export const outboxIcons: OutboxIcons = {
  agreements: IconTags,
  identification: IconTag,
  identification_withdrawal: IconArrowBackUp,
  review: IconEyeCheck,
  vote: IconThumbUp,
};
