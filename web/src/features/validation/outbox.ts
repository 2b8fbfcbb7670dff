import { IconMessageQuestion, IconMessageReply, IconRosetteDiscountCheck } from '@tabler/icons-react';
import type { OutboxIcons } from '../../ui/feature';

export const outboxIcons: OutboxIcons = {
  validation: IconRosetteDiscountCheck,
  question: IconMessageQuestion,
  answer: IconMessageReply,
};
