import { IconNews, IconUsers } from '@tabler/icons-react';
import type { OutboxIcons } from '../../ui/feature';

export const outboxIcons: OutboxIcons = {
  project_join: IconUsers,
  project_leave: IconUsers,
  project_news: IconNews,
  project_news_removal: IconNews,
};
